import { encryptedId } from '../domain/application-id.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { now } from '../../platform/clock.ts';
import { describe } from '../../platform/log-line.ts';
import type { RequestTime } from '../../platform/request-database.ts';
import { runLog } from '../../platform/run-log.ts';
import type { MailRun, RunSettings } from './queue-run.ts';

/** The function that runs, and what of a run is a metric. */
interface Sender {
  operation: string;
  metrics: readonly string[];
  db: Database;
  context: RequestTime;
}

/** What is the same for every queue. */
type OfEveryQueue = Pick<RunSettings, 'idOf' | 'now' | 'remainingMillis' | 'onError' | 'onGivenUp'>;

/** Runs over a queue of mail, and writes to the log what the run did. Throws what `run` throws. */
export async function loggedRun(
  { operation, metrics, db, context }: Sender,
  run: (settings: OfEveryQueue) => Promise<MailRun>,
): Promise<MailRun> {
  const log = runLog(operation, metrics);
  const did = await run({
    idOf: async (application) => encryptedId(await signingKey(db), application),
    now,
    remainingMillis: context.getRemainingTimeInMillis,
    onError: (error) => log.failure({ error: describe(error) }),
    onGivenUp: log.failure,
  });
  const { sent, postponed, failed, left, broken } = did;
  log.end(
    { ...did, unfinished: Number(!did.finished) },
    {
      level: postponed + broken > 0 ? 'WARN' : 'INFO',
      isIdle: sent + postponed + failed + left + broken === 0,
      usage: db.usage(),
    },
  );
  return did;
}
