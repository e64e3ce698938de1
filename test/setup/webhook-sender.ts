import { jest } from '@jest/globals';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { scheduledCalls } from '../../bin/local/schedule.ts';
import { logBuilder } from '../../functions/events/store/log-builder.ts';
import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { adminOfSuite } from './admin.ts';
import { setClock } from './clock.ts';
import { deployment } from './deployment.ts';
import { ownTable } from './own-table.ts';
import { anEvent } from './webhook-run.ts';

const MINUTE = 60_000;

/** Gives this suite its own table without a stream, which would make thousands of writes slow. */
export async function tableWithoutStream() {
  await ownTable({ hasStream: false });
  const { client, admin: operate } = adminOfSuite({ isLocal: false });
  return { client, operate, TableName: process.env['TABLE_NAME'] ?? '' };
}

/** A clock that starts half a minute after a full hour. */
export function clockOfRuns() {
  let time = Date.parse('2026-06-01T12:00:30.000Z');
  const pass = (minutes: number) => {
    time += minutes * MINUTE;
    setClock(time);
  };
  return {
    time: () => time,
    pass,
    passToFullHour: () => pass(60 - new Date(time).getUTCMinutes()),
  };
}

type Send = (event: object, context: object) => Promise<{ delivered: number; failed: number }>;

/** Runs sendWebhooks as the schedule does; with a minute left, it does not wait for the end of a pause. */
export async function send(event: object = {}, remainingMillis = 60_000) {
  const { functionName: name } = scheduledCalls.find(({ operation }) => operation === 'sendWebhooks')!;
  const handler = (await deployment.handlers(name)) as unknown as Send;
  return handler(
    event,
    lambdaContext(name, 'test', () => remainingMillis),
  );
}

/** Runs sendWebhooks as the stream does when the logs of these accounts have grown. */
export const wakeUp = (...employerIds: number[]) =>
  send({ Records: employerIds.map((id) => ({ dynamodb: { Keys: { PK: { S: `V#${id}` } } } })) });

/** Stops the stopwatch during `work`, so that a slow machine does not use up the time limit of a run. */
export async function withoutHaste<Value>(work: () => Promise<Value>): Promise<Value> {
  const stopwatch = jest.spyOn(performance, 'now').mockReturnValue(0);
  try {
    return await work();
  } finally {
    stopwatch.mockRestore();
  }
}

let sequenceNumber = 0;

/** Adds events to the log of an account, as the log builder does, without a wake-up. */
export async function addEvents(db: Database, employerId: number, count = 1) {
  const changes = Array.from({ length: count }, () => {
    const { id: _, ...event } = { ...anEvent(1), timestamp: new Date().toISOString() };
    return { employerId, source: 'j', sequenceNumber: String((sequenceNumber += 1)), event } as const;
  });
  const added = await logBuilder(db, 90 * 24 * 60 * 60).add(employerId, changes);
  if (added !== count) throw new Error(`The log took ${added} of ${count} events.`);
}
