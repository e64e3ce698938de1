import { expect, test } from '@jest/globals';
import { EventType } from '../../../schemas/event.ts';
import { INT32_MAX } from '../../../schemas/limits.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { violationsOf } from '../../setup/violations.ts';

const service = sharedService();

const allowedTypes = EventType.enum.join(', ');

type Row = [
  id: 'listEvents' | 'listJobHistory',
  query: string,
  ...violations: [parameter: string, code: string, message: string][],
];

test.each<Row>([
  ['listEvents', 'after=-1', ['after', 'too_small', 'after must be at least 0.']],
  ['listEvents', `after=${INT32_MAX + 1}`, ['after', 'too_large', `after must be at most ${INT32_MAX}.`]],
  ['listEvents', 'after=1&after=2', ['after', 'repeated', 'after must be sent only once.']],
  ['listEvents', 'types=', ['types', 'not_allowed', `types[0] must be one of ${allowedTypes}.`]],
  [
    'listEvents',
    'types=job.created,,',
    ['types', 'not_allowed', `types[1] must be one of ${allowedTypes}.`],
    ['types', 'not_allowed', `types[2] must be one of ${allowedTypes}.`],
  ],
  [
    'listEvents',
    'after=-1&limit=x&types=constructor',
    ['after', 'too_small', 'after must be at least 0.'],
    ['types', 'not_allowed', `types[0] must be one of ${allowedTypes}.`],
    ['limit', 'wrong_type', 'limit must be a whole number.'],
  ],
  ['listJobHistory', 'before=0', ['before', 'too_small', 'before must be at least 1.']],
  ['listJobHistory', 'before=null', ['before', 'wrong_type', 'before must be a whole number.']],
  ['listJobHistory', 'limit=1000', ['limit', 'too_large', 'limit must be at most 100.']],
])('%s refuses the query %s with every violation and the allowed values', async (id, query, ...expected) => {
  const violations = await violationsOf(id, { query });
  expect(violations).toHaveLength(expected.length);
  expect(violations).toEqual(
    expect.arrayContaining(expected.map(([parameter, code, message]) => ({ parameter, code, message }))),
  );
});

test('400s when `after` is beyond the newest event, and the message contains the id of the newest event', async () => {
  const { get } = await service.newEmployer();
  const { status, body } = await get('/events?after=1');
  const message = 'after must be at most 0, the id of your newest event.';
  expect([status, body.errors]).toEqual([400, [{ parameter: 'after', code: 'too_large', message }]]);
});

test('400s with at most 100 violations, even if more types are invalid', async () => {
  const { get } = await service.newEmployer();
  const { status, body } = await get(`/events?types=${','.repeat(2_000)}`);
  expect([status, body.errors.length]).toEqual([400, 100]);
});
