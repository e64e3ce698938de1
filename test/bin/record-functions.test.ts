import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { expect, test } from '@jest/globals';
import { startRecords } from '../../bin/local/record-functions.ts';

const record = (number: number): DynamoDBRecord => ({
  dynamodb: { Keys: { PK: { S: 'E#1' }, SK: { S: `J#${number}` } }, SequenceNumber: String(number) },
});

const numbersOf = (records: readonly DynamoDBRecord[]) =>
  records.map(({ dynamodb }) => Number(dynamodb?.SequenceNumber));

test('a function that is behind gets all records that wait for it in one call, and again those that failed', async () => {
  const reads = [[record(1)], [record(2), record(3)], [record(4)]];
  const calls: number[][] = [];
  const processed: number[] = [];
  const { promise: allProcessed, resolve } = Promise.withResolvers<void>();
  const { promise: allRead, resolve: endReads } = Promise.withResolvers<void>();
  async function* read() {
    yield* reads.splice(0);
    endReads();
  }
  const handler = async ({ Records }: DynamoDBStreamEvent) => {
    await allRead;
    calls.push(numbersOf(Records));
    return { batchItemFailures: calls.length === 2 ? [{ itemIdentifier: '3' }] : [] };
  };
  const running = startRecords({
    reader: { read },
    functions: [{ functionName: 'build-log', records: [{ partition: 'E#', sort: 'J#' }] }],
    handlers: async () => handler,
    lastWritten: () => undefined,
    onDone: (records) => {
      processed.push(...numbersOf(records));
      if (processed.length === 4) resolve();
    },
  });
  await allProcessed;
  await running.stop();
  expect(calls).toEqual([[1], [2, 3, 4], [3, 4]]);
  expect(processed).toEqual([1, 2, 3, 4]);
});
