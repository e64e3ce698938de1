import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent, DynamoDBRecord } from 'aws-lambda';
import { describe, runLog } from '../platform/log.ts';
import { builderServicesFor } from './services.ts';
import type { Change } from './store/stream-record.ts';

/** The counts of a run, in changes. */
interface LogRun {
  /** The number of changes that became events. */
  events: number;
  /** The number of changes that cannot be parsed. The log continues without them. */
  unreadable: number;
  /** The number of changes that were parked, because their logs cannot be written now. */
  parked: number;
  /** The number of changes that could neither be logged nor parked. */
  failed: number;
}

/**
 * Adds the changes in records of the table's stream to the logs of their employers (guide: follow-changes 1 to 6). A
 * change that a log cannot take in time is parked, so that other employers do not wait. Returns the sequence number of
 * the first failed record, if any: Lambda redelivers it and everything after it, and the log drops duplicates.
 */
export async function handler(
  { Records: records }: DynamoDBStreamEvent,
  context: Context,
): Promise<DynamoDBBatchResponse> {
  const { changesOf, add, parked, usage } = await builderServicesFor(context);
  const log = runLog('buildLog', ['events', 'unreadable', 'parked', 'failed']);
  const run: LogRun = { events: 0, unreadable: 0, parked: 0, failed: 0 };
  const failures = new Set<string>();

  function read(record: DynamoDBRecord): Change[] {
    try {
      return changesOf(record);
    } catch (error) {
      run.unreadable += 1;
      const { Keys, SequenceNumber } = record.dynamodb ?? {};
      log.failure({ key: Keys, sequenceNumber: SequenceNumber, error: describe(error) });
      return [];
    }
  }

  const parkedEmployers = new Set((await parked.list()).map(({ employerId }) => employerId));

  async function park(employerId: number, changes: readonly Change[]): Promise<void> {
    try {
      await parked.park(employerId, changes);
      run.parked += changes.length;
    } catch (error) {
      run.failed += changes.length;
      for (const { sequenceNumber } of changes) failures.add(sequenceNumber);
      log.failure({ employerId, error: describe(error) });
    }
  }

  async function addAll(employerId: number, changes: readonly Change[]): Promise<void> {
    if (parkedEmployers.has(employerId)) return park(employerId, changes);
    try {
      run.events += await add(employerId, changes);
    } catch (error) {
      log.failure({ employerId, parked: changes.length, error: describe(error) });
      await park(employerId, changes);
    }
  }

  const byEmployer = Map.groupBy(records.flatMap(read), ({ employerId }) => employerId);
  await Promise.all([...byEmployer].map(([employerId, changes]) => addAll(employerId, changes)));
  const { unreadable, ...counts } = run;
  // CloudWatch charges for each hour in which a metric is written, so `unreadable` is omitted if it is 0.
  log.end(unreadable > 0 ? run : counts, {
    level: run.failed + run.parked + run.unreadable > 0 ? 'ERROR' : 'INFO',
    isIdle: run.unreadable + run.parked + run.failed === 0,
    usage: usage(),
  });
  const numbers = records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
  const firstFailed = numbers.find((number) => failures.has(number));
  return { batchItemFailures: firstFailed === undefined ? [] : [{ itemIdentifier: firstFailed }] };
}
