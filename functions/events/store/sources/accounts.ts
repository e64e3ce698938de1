import type { EventType } from '../../../../schemas/event.ts';
import type { Employer } from '../../../accounts/domain/employer.ts';
import { emptyProfile, type Profile } from '../../../accounts/domain/profile.ts';
import { employerFrom, profileFrom } from '../../../accounts/store/employer-item.ts';
import type { Item } from '../../../platform/dynamodb/database.ts';
import { employerIdOf, accountKeys, accountPrefixes } from '../../../accounts/keys.ts';
import { toEventEmployer, type LoggedEvent } from '../../domain/logged-event.ts';
import { authorOf, changedFields, createEvent, type EventSource } from './event-source.ts';

interface AccountEvent {
  type: EventType;
  fields?: string[];
}

const settings = ['name', 'plan', 'referenceId', 'partner'] as const;

const settingsOf = (account: Employer) => ({ ...account, ...account.partner, partner: account.partner?.id });

const profileNames = Object.keys(emptyProfile) as (keyof Profile)[];

/** The profile in the item of an account, with the version of `about` in place of its text. */
const profileIn = (item: Item) => ({ ...profileFrom(item), about: item['aboutVersion'] });

const withFields = (type: EventType, fields: string[]): AccountEvent[] =>
  fields.length > 0 ? [{ type, fields }] : [];

function changesOf(before: Item, after: Item): { account: AccountEvent[]; profile: AccountEvent[] } {
  const [was, is] = [employerFrom(before), employerFrom(after)];
  const suspension = is.suspendedAt === null ? 'employer.resumed' : 'employer.suspended';
  const fields = changedFields(settings, settingsOf(was), settingsOf(is));
  // Otherwise the end of the suspension says so.
  const isWithdrawn = was.deletionRequestedAt && !is.deletionRequestedAt && is.suspendedAt !== null;
  return {
    account: [
      ...withFields('employer.updated', isWithdrawn ? [...fields, 'deletionRequestedAt'] : fields),
      ...((was.suspendedAt === null) === (is.suspendedAt === null) ? [] : [{ type: suspension } as const]),
      ...(is.deletionRequestedAt !== undefined && was.deletionRequestedAt === undefined
        ? [{ type: 'employer.deletion_requested' } as const]
        : []),
    ],
    profile: withFields(
      'profile.updated',
      changedFields([...profileNames, 'about'], profileIn(before), profileIn(after)),
    ),
  };
}

/** Employers and partners. A partner's log also has its employers' events, except changes of their profiles. */
export const accounts: EventSource = {
  source: 'k',
  matches: ({ PK, SK }) => PK.startsWith(accountPrefixes.employer) && SK === accountKeys.employer(0).SK,
  eventsFor: (change) => {
    const { key, before, after } = change;
    const by = authorOf(change);
    if (!by) return [];
    const eventsIn = (
      employerId: number,
      events: readonly AccountEvent[],
      employer?: LoggedEvent['employer'],
    ) =>
      events.map(({ type, ...data }) => ({
        employerId,
        event: createEvent({ type, by, ...(employer && { employer }), data }),
      }));
    const partnerEvents = (item: Item | undefined, events: readonly AccountEvent[]) => {
      const account = item && employerFrom(item);
      return account?.partner ? eventsIn(account.partner.id, events, toEventEmployer(account)) : [];
    };
    if (!before) return partnerEvents(after, [{ type: 'employer.created' }]);
    if (!after) return partnerEvents(before, [{ type: 'employer.deleted' }]);
    const { account, profile } = changesOf(before, after);
    const isMoved = before['partner']?.id !== after['partner']?.id;
    return [
      ...eventsIn(employerIdOf(key), [...account, ...profile]),
      ...(isMoved
        ? [before, after].flatMap((item) => partnerEvents(item, [{ type: 'employer.moved' }]))
        : partnerEvents(after, account)),
    ];
  },
};

function keyEvent(before: Item | undefined, after: Item) {
  if (!before) return { type: 'key.created' } as const;
  if (changedFields(['revokedAt'], before, after).length > 0) return { type: 'key.revoked' } as const;
  const fields = changedFields(['label', 'expiresAt'], before, after);
  return fields.length > 0 ? ({ type: 'key.updated', fields } as const) : undefined;
}

/** API keys. */
export const apiKeys: EventSource = {
  source: 'k',
  matches: ({ PK, SK }) => PK.startsWith(accountPrefixes.apiKey) && SK === accountKeys.apiKey('').SK,
  eventsFor: (change) => {
    const { before, after } = change;
    const [by, event] = [authorOf(change), after && keyEvent(before, after)];
    if (!by || !after || !event) return [];
    const { type, ...fields } = event;
    const { id, label = null, permissions } = after;
    const data = { key: { id, label, ...(permissions && { permissions }) }, ...fields };
    return [{ employerId: after['employer'].id, event: createEvent({ type, by, data }) }];
  },
};
