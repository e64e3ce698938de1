import { isTombstone } from '../../functions/platform/dynamodb/tombstone.ts';
import {
  encryptApplicationId,
  type Application,
} from '../../functions/applications/application/application.ts';
import { fromApplicationItem } from '../../functions/applications/application/application-store.ts';
import { applicationLists } from '../../functions/applications/inbox/application-lists.ts';
import { signingKey } from '../../functions/platform/crypto/signing-key.ts';
import { applicationKeys, applicationPrefixes } from '../../functions/applications/keys.ts';
import { applicationEraser } from '../../functions/applications/retention/erasure.ts';
import type { ApplicationState } from '../../schemas/application.ts';
import { filesOf, type Connection } from './connection.ts';

/** The operator's view of an application, without anything that the candidate wrote. */
const toOperatorView = (
  secret: Uint8Array,
  { employerId, number, jobId, receivedAt, state, suspicions, mailError, failure, confirmation }: Application,
) => ({
  id: encryptApplicationId(secret, { employerId, number }),
  employer: employerId,
  job: jobId,
  receivedAt,
  state,
  ...(suspicions.length > 0 && { heldFor: suspicions }),
  ...(mailError !== null && { mailError }),
  ...(failure !== null && { failure }),
  ...(confirmation !== null && { confirmation }),
});

export async function listApplications(
  { open }: Connection,
  { employerId, state, now }: { employerId: number; state: ApplicationState | undefined; now: Date },
) {
  const secret = await signingKey(open());
  const applications = [];
  let next: number | undefined = 0;
  while (next !== undefined) {
    const page = await applicationLists(open(), () => now).list(employerId, { after: next, state });
    applications.push(...page.applications.map((application) => toOperatorView(secret, application)));
    next = page.next;
  }
  return { applications };
}

interface CandidateQuery {
  email: string;
  /** Limits the search to one employer; undefined for all employers. */
  employerId: number | undefined;
  /** Whether to erase the applications; otherwise the command only lists them. */
  isSure: boolean;
}

/** Scans the table for the applications with an e-mail address, including expired ones. */
async function findApplicationKeys({ scan }: Connection, { email, employerId }: CandidateQuery) {
  const keys: { employerId: number; number: number }[] = [];
  for await (const items of scan(['PK', 'email', 'employerId', 'number'])) {
    for (const { PK, email: address, employerId: owner, number } of items) {
      const isApplication = PK.startsWith(applicationPrefixes.applications) && typeof address === 'string';
      if (!isApplication || address.toLowerCase() !== email.toLowerCase()) continue;
      if (owner === (employerId ?? owner)) keys.push({ employerId: owner, number });
    }
  }
  return keys;
}

/** Finds all of a candidate's applications by a scan of the table, and erases them if `isSure`. */
export async function eraseApplications(connection: Connection, query: CandidateQuery) {
  const { open } = connection;
  if (query.isSure) filesOf(connection);
  const views = [];
  for (const { employerId, number } of await findApplicationKeys(connection, query)) {
    const item = await open().get({
      Key: applicationKeys.application(employerId, number),
      ConsistentRead: true,
    });
    if (!item || isTombstone(item)) continue;
    const application = fromApplicationItem(item);
    if (query.isSure) await applicationEraser(open())(application, { type: 'operator' });
    views.push(toOperatorView(await signingKey(open()), application));
  }
  return query.isSure ? { erased: views } : { wouldErase: views };
}
