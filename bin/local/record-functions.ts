import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import {
  backgroundFunctions,
  functionNameOf,
  type LoggedId,
  type RecordsTrigger,
} from '../../lib/function-table.ts';
import { lambdaContext } from './lambda.ts';
import { BATCH_SIZE, type streamReader } from './table-stream.ts';
import { ENDING_MILLIS, waitAtMost } from './within.ts';

/**
 * The interval between reads of the stream, as in Lambda, in milliseconds. Records of an interval are delivered in one
 * batch.
 */
const POLL_MILLIS = 250;

/** The maximum interval between reads of the stream if the database seems unchanged, in milliseconds. */
const MAX_IDLE_MILLIS = 10_000;

const RETRY_MILLIS = 1_000;

const CALL_MILLIS = 60_000;

/** The stream is not read while this many records wait for functions. */
const MAX_WAITING = 1_000;

/** A function, and the filters of the changes that it processes. */
export interface RecordFunction {
  functionName: string;
  records: RecordsTrigger['records'];
}

type RecordHandler = (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse | void>;

/** The functions of a deployment that process changes of the table. */
export const recordFunctions: readonly RecordFunction[] = Object.entries(backgroundFunctions).flatMap(
  ([id, { trigger }]) =>
    typeof trigger === 'object' && 'records' in trigger
      ? [{ functionName: functionNameOf(id as LoggedId), records: trigger.records }]
      : [],
);

const isFor = ({ dynamodb }: DynamoDBRecord, { records }: RecordFunction) =>
  records.some(
    ({ partition, sort }) =>
      dynamodb?.Keys?.['PK']?.S?.startsWith(partition) && dynamodb.Keys['SK']?.S?.startsWith(sort),
  );

interface Sources {
  reader: ReturnType<typeof streamReader>;
  functions: readonly RecordFunction[];
  handlers: (functionName: string) => Promise<unknown>;
  /** A text that changes when the table is written; undefined if writes cannot be detected. */
  lastWritten: () => string | undefined;
  /** Called with records that every function has processed. They will not be read again. */
  onDone: (records: readonly DynamoDBRecord[]) => void;
}

/**
 * Calls functions with the changes of the table as Lambda does: each with its matching records in order, and again with
 * those that it could not process. Functions do not wait for each other.
 */
export function startRecords({ reader, functions, handlers, lastWritten, onDone }: Sources) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (millis: number) => delay(millis, undefined, { signal, ref: false }).catch(() => undefined);
  const reportError = (what: string, error: unknown) => {
    if (!signal.aborted) process.stderr.write(`${what}: ${String(error)}\n`);
  };

  /** Calls a function with records; returns the records to retry. */
  async function call(functionName: string, records: DynamoDBRecord[]): Promise<DynamoDBRecord[]> {
    try {
      const handler = (await handlers(functionName)) as RecordHandler;
      const deadline = performance.now() + CALL_MILLIS;
      const remainingMillis = () => (signal.aborted ? ENDING_MILLIS : deadline - performance.now());
      const context = lambdaContext(functionName, randomUUID(), remainingMillis);
      const { batchItemFailures = [] } = (await handler({ Records: records }, context)) ?? {};
      const failures = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      const firstFailed = records.findIndex(({ dynamodb }) => failures.has(dynamodb?.SequenceNumber ?? ''));
      return firstFailed < 0 ? [] : records.slice(firstFailed);
    } catch (error) {
      reportError('A function failed that is called with changes of the table', error);
      return records;
    }
  }

  /** The records that wait for each function, and its calls, which follow each other. */
  const lines = functions.map((one) => ({ one, queue: [] as DynamoDBRecord[], calls: Promise.resolve() }));

  /** Calls a function until it has processed a record of its queue, each time with as many records as it may get. */
  async function deliver(
    { one: { functionName }, queue }: (typeof lines)[number],
    record: DynamoDBRecord,
  ): Promise<void> {
    while (queue.includes(record) && !signal.aborted) {
      const batch = queue.slice(0, BATCH_SIZE);
      const remaining = await call(functionName, batch);
      queue.splice(0, batch.length - remaining.length);
      if (remaining.length > 0) await pause(RETRY_MILLIS);
    }
  }

  let recordCount = 0;

  /** Delivers records to their functions, each after the earlier records of the same function. */
  async function dispatch(records: DynamoDBRecord[]): Promise<void> {
    recordCount += records.length;
    const calls = lines.flatMap((line) => {
      const matches = records.filter((record) => isFor(record, line.one));
      const last = matches.at(-1);
      if (!last) return [];
      line.queue.push(...matches);
      line.calls = line.calls.then(() => deliver(line, last));
      return line.calls;
    });
    await Promise.all(calls);
    recordCount -= records.length;
    if (!signal.aborted) onDone(records);
  }

  async function run(): Promise<void> {
    let reportedMessage = '';
    let lastPass: { upTo: string | undefined; at: number } | undefined;
    while (!signal.aborted) {
      let isBehind = false;
      try {
        const upTo = lastWritten();
        const isNew =
          upTo === undefined || upTo !== lastPass?.upTo || performance.now() > lastPass.at + MAX_IDLE_MILLIS;
        if (isNew && recordCount < MAX_WAITING) {
          for await (const records of reader.read()) {
            void dispatch(records);
            isBehind ||= records.length === BATCH_SIZE;
          }
          lastPass = { upTo, at: performance.now() };
        }
        reportedMessage = '';
      } catch (error) {
        // Reports each error once, and none for refused or reset connections, which a restart of the engine causes.
        const { code, message } = error as NodeJS.ErrnoException;
        if (code !== 'ECONNREFUSED' && code !== 'ECONNRESET' && message !== reportedMessage) {
          reportError('The stream of the table could not be read', error);
          reportedMessage = message;
        }
      }
      if (!isBehind) await pause(POLL_MILLIS);
    }
  }

  const running = run();
  return {
    /** Makes no further calls, and waits up to ENDING_MILLIS for the current ones. */
    stop: async () => {
      stopping.abort();
      await waitAtMost(ENDING_MILLIS, Promise.all([running, ...lines.map(({ calls }) => calls)]));
    },
  };
}
