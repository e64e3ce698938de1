import { isForgotten, isUsable } from '../../functions/accounts/domain/api-key.ts';
import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { permissions as permissionNames, type Permission } from '../../schemas/permission.ts';
import { command, type Services } from './command.ts';
import { Failure } from './failures.ts';
import { oneLine, OVERLAP_MAX } from './values.ts';

const KEY_ID = { '<keyId>': "The key's id, which key list shows" } as const;
const EXPIRES =
  'The last day (UTC) on which the key works, or the instant at which it ends; otherwise it never ends';

/** The options of a new key. */
export const newKeyOptions = {
  '--label <label>': `What the key is for, ${oneLine}`,
  '--permissions <list>': `What the key may do, separated by commas: ${permissionNames.join(', ')}; otherwise everything`,
  '--expires <date>': EXPIRES,
} as const;

const DAY_MILLIS = 86_400_000;

export const apiKeyNote = () => 'The apiKey is shown only this once: store it now.';

const noKey = (keyId: string) => new Failure(`There is no key ${keyId}: key list shows them all.`);

export const issueKey = (
  { apiKeys, now, by }: Services,
  account: Employer,
  {
    label = null,
    permissions = null,
    expires = null,
  }: { label?: string | null; permissions?: readonly Permission[] | null; expires?: string | null },
) => apiKeys.create(account, { label, permissions, expiresAt: expires, now, by });

/** The keys of an employer or a partner, without those that ended long ago. */
export const listKeys = async ({ apiKeys, now }: Services, { id }: Employer) =>
  (await apiKeys.list(id)).filter((key) => !isForgotten(key, now));

export const rotateCommand = (keyId: string) =>
  command({
    summary: 'Issue the successor of a key, which is shown only once; the old key ends after the overlap',
    required: KEY_ID,
    optional: {
      '--overlap <days>': `How many days the old key keeps working, at most ${OVERLAP_MAX}; otherwise 1`,
      '--expires <date>': EXPIRES,
    },
    example: `${keyId} --overlap 7 --local`,
    run: async (services, { keyId: id, overlap = 1, expires = null }) => {
      const { apiKeys, now, by } = services;
      const old = await apiKeys.find(id);
      if (!old) throw noKey(id);
      if (!isUsable(old.key, now)) throw new Failure(`Key ${id} has ended: issue another with key issue.`);
      const overlapEnd = overlap > 0 ? new Date(now.getTime() + overlap * DAY_MILLIS).toISOString() : null;
      return apiKeys.rotate(old, { overlapEnd, expiresAt: expires, now, by });
    },
    note: apiKeyNote,
  });

export const revokeCommand = (keyId: string) =>
  command({
    summary: 'Revoke a key, within a minute',
    required: KEY_ID,
    example: `${keyId} --local`,
    run: async ({ apiKeys, now, by }, { keyId: id }) => {
      const key = await apiKeys.revoke(id, now, by);
      if (!key) throw noKey(id);
      return { key };
    },
  });
