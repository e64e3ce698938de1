import type { KeyedAccess } from '../../schemas/operations.ts';
import { isPartner, type Employer } from '../accounts/domain/employer.ts';
import { Refusal } from '../platform/errors.ts';
import { header } from './headers.ts';
import type { Caller, Incoming } from './incoming.ts';
import { trustedMemory } from './trusted-memory.ts';

/** What an operation asks of the key that it is called with. */
export interface KeyRule {
  access: KeyedAccess;
  /** Whether memory is not enough to say whose key it is. */
  grants?: true | undefined;
}

const employersRead = trustedMemory<Employer>();

const idText = /^[1-9]\d{0,9}$/;

const notFound = () => new Refusal('employer_not_found', 'You have no employer with this Employer-Id.');

const partnerOnly = () =>
  new Refusal(
    'partner_only',
    "This needs the key of a partner, without Employer-Id: an employer's key has its own operations.",
  );

/** Unknown, foreign and malformed ids are refused alike. */
async function employerOf(partner: Employer, text: string, { services }: Incoming, isFresh?: true) {
  const id = Number(text);
  if (!idText.test(text)) throw notFound();
  const opened = await employersRead(`${partner.id}-${id}`, services.now, {
    read: () => services.apiKeys.employerOf(partner.id, id),
    isFresh,
  });
  if (!opened) throw notFound();
  return opened.found;
}

/**
 * For whom a request is, and what its rate limit counts by: the account of its key, or the employer that the Employer-Id of a
 * partner names (interface 5.1). Refuses with `employer_missing`, `employer_not_found` or `partner_only`.
 */
export async function actsFor(
  account: Employer,
  { access, grants }: KeyRule,
  event: Incoming,
): Promise<Partial<Pick<Caller, 'employer' | 'bucket'>>> {
  const named = header(event, 'employer-id');
  if (!isPartner(account)) {
    if (access === 'partner') throw partnerOnly();
    if (named !== undefined && named !== String(account.id)) throw notFound();
    return {};
  }
  if (access === 'partner' && named !== undefined) throw partnerOnly();
  if (access === 'employer' && named === undefined) {
    throw new Refusal('employer_missing', 'With the key of a partner, send the header Employer-Id.');
  }
  if (named === undefined) return {};
  const employer = await employerOf(account, named, event, grants);
  return { employer, bucket: `${account.id}-${employer.id}` };
}
