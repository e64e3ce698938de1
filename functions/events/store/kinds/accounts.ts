import type { EventType } from '../../../../schemas/event.ts';
import type { Employer } from '../../../accounts/domain/employer.ts';
import { emptyProfile, type Profile } from '../../../accounts/domain/profile.ts';
import { employerFrom, profileFrom } from '../../../accounts/store/employer-item.ts';
import type { Item } from '../../../platform/dynamodb/database.ts';
import { employerIdOf, accountKeys, accountPrefixes } from '../../../accounts/keys.ts';
import { named, type LoggedEvent } from '../../domain/logged-event.ts';
import { changedBy, differing, eventOf, type Kind } from './kind.ts';

interface Happening {
  type: EventType;
  fields?: string[];
}

const settings = ['name', 'plan', 'referenceId', 'partner'] as const;

const settingsOf = (account: Employer) => ({ ...account, ...account.partner, partner: account.partner?.id });

const profileNames = Object.keys(emptyProfile) as (keyof Profile)[];

/** What a profile has is kept in the item of its account, but for `about`, of which that has the version. */
const saidIn = (item: Item) => ({ ...profileFrom(item), about: item['aboutVersion'] });

const withFields = (type: EventType, fields: string[]): Happening[] =>
  fields.length > 0 ? [{ type, fields }] : [];

function changesOf(before: Item, after: Item): { account: Happening[]; profile: Happening[] } {
  const [was, is] = [employerFrom(before), employerFrom(after)];
  const suspension = is.suspendedAt === null ? 'employer.resumed' : 'employer.suspended';
  const fields = differing(settings, settingsOf(was), settingsOf(is));
  return {
    account: [
      ...withFields('employer.updated', fields),
      ...((was.suspendedAt === null) === (is.suspendedAt === null) ? [] : [{ type: suspension } as const]),
    ],
    profile: withFields(
      'profile.updated',
      differing([...profileNames, 'about'], saidIn(before), saidIn(after)),
    ),
  };
}

/** Employers and partners. What happens to an employer is told in its partner's log, too, but for its profile. */
export const accounts: Kind = {
  source: 'k',
  isOf: ({ PK, SK }) => PK.startsWith(accountPrefixes.employer) && SK === accountKeys.employer(0).SK,
  tell: (change) => {
    const { key, before, after } = change;
    const by = changedBy(change);
    if (!by) return [];
    const tell = (employerId: number, happenings: readonly Happening[], employer?: LoggedEvent['employer']) =>
      happenings.map(({ type, ...data }) => ({
        employerId,
        event: eventOf({ type, by, ...(employer && { employer }), data }),
      }));
    const tellPartnerOf = (item: Item | undefined, happenings: readonly Happening[]) => {
      const account = item && employerFrom(item);
      return account?.partner ? tell(account.partner.id, happenings, named(account)) : [];
    };
    if (!before) return tellPartnerOf(after, [{ type: 'employer.created' }]);
    if (!after) return tellPartnerOf(before, [{ type: 'employer.deleted' }]);
    const { account, profile } = changesOf(before, after);
    const isMoved = before['partner']?.id !== after['partner']?.id;
    return [
      ...tell(employerIdOf(key), [...account, ...profile]),
      ...(isMoved
        ? [before, after].flatMap((item) => tellPartnerOf(item, [{ type: 'employer.moved' }]))
        : tellPartnerOf(after, account)),
    ];
  },
};
