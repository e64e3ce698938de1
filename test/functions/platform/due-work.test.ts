import { expect, jest, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { doDueWork } from '../../../functions/platform/dynamodb/due-work.ts';

const options = {
  atOnce: 4,
  remainingMillis: () => Infinity,
  minMillis: 0,
  onError: (error: unknown) => {
    throw error;
  },
};

test('all due entries are processed, at most `atOnce` of a group at a time, and a full group delays no other entry', async () => {
  const entries = ['slow 1', 'slow 2', 'slow 3', 'slow 4', 'slow 5', 'other 1', 'other 2'];
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  let busy = 0;
  let most = 0;
  const finished = await doDueWork({
    ...options,
    due: () => Readable.from(entries),
    groupOf: async (entry) => (entry.startsWith('slow') ? { name: 'slow', atOnce: 2 } : undefined),
    work: async (entry) => {
      if (entry.startsWith('slow')) {
        busy += 1;
        most = Math.max(most, busy);
        await gate.promise;
        busy -= 1;
      }
      done.push(entry);
      if (entry === 'other 2') gate.resolve();
    },
  });
  expect([finished, most]).toEqual([true, 2]);
  expect(done.slice(0, 2)).toEqual(['other 1', 'other 2']);
  expect(done.toSorted()).toEqual(entries.toSorted());
});

test('an entry is not started twice when it is listed again while it is processed', async () => {
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  await doDueWork({
    ...options,
    due: () => Readable.from(['slow', 'slow', 'last']),
    work: async (entry) => {
      begun.push(entry);
      if (entry === 'last') gate.resolve();
      await gate.promise;
    },
  });
  expect(begun).toEqual(['slow', 'last']);
});

test('a run ends and calls onTimeOver when no time is left for the waiting entries of a group', async () => {
  const offered = Promise.withResolvers<void>();
  let isOver = false;
  const done: string[] = [];
  const onTimeOver = jest.fn();
  const finished = await doDueWork({
    ...options,
    due: async function* due() {
      yield* ['slow 1', 'slow 2', 'slow 3'];
      offered.resolve();
    },
    groupOf: async () => ({ name: 'slow', atOnce: 1 }),
    onGroupTimeOver: onTimeOver,
    work: async (entry) => {
      await offered.promise;
      done.push(entry);
      isOver = true;
    },
    remainingMillis: () => (isOver ? 0 : 10),
    minMillis: 1,
  });
  expect([finished, done, onTimeOver.mock.calls.length]).toEqual([true, ['slow 1'], 1]);
});
