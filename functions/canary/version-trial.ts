import { createClient } from '../../schemas/client/index.ts';
import { operations, type OperationId } from '../../schemas/operations.ts';
import { problems } from '../../schemas/problems.ts';
import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { runLog } from '../platform/run-log.ts';
import { answer, newVersion, type NewVersion, type TrafficQuestion } from './deployments.ts';
import { expect, reasonOf } from './expectations.ts';
import { keyState } from './key-state.ts';
import { serviceUrl } from './smoke-test.ts';
import { removeJob } from './steps.ts';
import { callVersion } from './version-call.ts';
import { draft, versionRequests } from './version-requests.ts';

/** What is kept of the time for removing the job, in milliseconds. */
const REMOVAL_MILLIS = 5_000;

/** What is kept besides to answer CodeDeploy, in milliseconds: without an answer it waits for an hour. */
const ANSWER_MILLIS = 15_000;

/** What became of a trial: `reason` says why a version may get no requests. */
export interface VersionTrial extends Partial<NewVersion> {
  passed: boolean;
  reason?: string;
}

const isOperation = (name: string): name is OperationId => Object.hasOwn(operations, name);

/** Sends a version the request for its operation. Throws when it responds otherwise than documented. */
async function trial(tried: NewVersion, db: Database, signal: AbortSignal): Promise<void> {
  const { group: operation } = tried;
  const requestFor = isOperation(operation) ? versionRequests[operation] : undefined;
  expect(isOperation(operation) && requestFor !== undefined, `No request is known for ${operation}.`);
  const url = serviceUrl(setting('BASE_URL') ?? '');
  const referenceId = `release ${operation}`;
  const { needsJob, status: documented, shows, ...request } = requestFor(referenceId);
  const sent = { ...request, operation, domainName: new URL(url).host };

  const responds = async (wanted: number, more: { apiKey?: string; jobId?: number | undefined } = {}) => {
    const { status, text } = await callVersion(tried, { ...sent, ...more }, signal);
    expect(
      status === wanted,
      `${operation} should have responded with ${wanted}, but did with ${status}: ${text}`,
    );
    return text;
  };

  const { text: key, state } = await keyState(db);
  // Without the canary there is nobody to write as; that the code runs is seen without a key.
  if (state !== 'usable') return void (await responds(problems.api_key_invalid.status));
  const { apiKey } = key;
  const visit = { client: createClient({ url, apiKey }), referenceId, signal };
  await removeJob(visit);
  try {
    const job = needsJob && (await visit.client.jobs.upsert(draft(referenceId), { signal }));
    const text = await responds(documented ?? operations[operation].status, { apiKey, jobId: job?.id });
    if (shows)
      expect(shows.test(text), `${operation} should have done what it was asked, but responded: ${text}`);
  } finally {
    // What cannot be removed now, the next trial removes.
    await removeJob({ ...visit, signal: AbortSignal.timeout(REMOVAL_MILLIS) }).catch(() => undefined);
  }
}

/** Tries the new version of a deployment, unless it is one that served before. Throws nothing. */
async function outcomeOf(
  question: TrafficQuestion,
  db: Database,
  signal: AbortSignal,
): Promise<VersionTrial> {
  let tried: NewVersion | undefined;
  try {
    tried = await newVersion(question, signal);
    if (!tried.isReturning) await trial(tried, db, signal);
    return { ...tried, passed: true };
  } catch (error) {
    return { ...tried, passed: false, reason: reasonOf(error) };
  }
}

/** Tries the new version of a function as a client would, and tells CodeDeploy whether it may get requests. */
export async function tryVersion(
  question: TrafficQuestion,
  { getRemainingTimeInMillis }: RequestTime,
): Promise<VersionTrial> {
  const log = runLog('tryVersion');
  const remaining = () => Math.max(0, getRemainingTimeInMillis() - REMOVAL_MILLIS - ANSWER_MILLIS);
  const db = databaseFor({ getRemainingTimeInMillis: remaining });
  const outcome = await outcomeOf(question, db, AbortSignal.timeout(remaining()));
  log.end(outcome, { level: outcome.passed ? 'INFO' : 'ERROR', isIdle: false, usage: db.usage() });
  await answer(question, outcome.passed ? 'Succeeded' : 'Failed');
  return outcome;
}
