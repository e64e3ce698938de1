import { describe, expect, test } from '@jest/globals';
import { EventType } from '../../../schemas/event.ts';
import { INT32_MAX } from '../../../schemas/limits.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();
const { acme, job } = await service.employerWithJob();

const allowedTypes = EventType.enum.join(', ');

/** Paths whose query breaks rules, each with the parameter, the code and the message of every violation. */
const refused: [query: string, ...violations: [parameter: string, code: string, message: string][]][] = [
  ['/events?after=-1', ['after', 'too_small', 'after must be at least 0.']],
  [`/events?after=${INT32_MAX + 1}`, ['after', 'too_large', `after must be at most ${INT32_MAX}.`]],
  ['/events?after=1&after=2', ['after', 'repeated', 'after must be sent only once.']],
  ['/events?types=', ['types', 'not_allowed', `types[0] must be one of ${allowedTypes}.`]],
  [
    '/events?types=job.created,,',
    ['types', 'not_allowed', `types[1] must be one of ${allowedTypes}.`],
    ['types', 'not_allowed', `types[2] must be one of ${allowedTypes}.`],
  ],
  [
    '/events?after=-1&limit=x&types=constructor',
    ['after', 'too_small', 'after must be at least 0.'],
    ['types', 'not_allowed', `types[0] must be one of ${allowedTypes}.`],
    ['limit', 'wrong_type', 'limit must be a whole number.'],
  ],
  ['/jobs/{id}/history?before=0', ['before', 'too_small', 'before must be at least 1.']],
  ['/jobs/{id}/history?before=null', ['before', 'wrong_type', 'before must be a whole number.']],
  ['/jobs/{id}/history?limit=1000', ['limit', 'too_large', 'limit must be at most 100.']],
];

describe('a query for events', () => {
  test.each(refused)(
    '400s with every violation and the allowed values: %s',
    async (address, ...violations) => {
      const { status, body } = await acme.get(address.replace('{id}', String(job.id)));
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(violations.length);
      expect(body.errors).toEqual(
        expect.arrayContaining(
          violations.map(([parameter, code, message]) => ({ parameter, code, message })),
        ),
      );
    },
  );

  test('400s when `after` is beyond the newest event, and the message contains the id of the newest event', async () => {
    const { get } = await service.newEmployer();
    const { status, body } = await get('/events?after=1');
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          parameter: 'after',
          code: 'too_large',
          message: 'after must be at most 0, the id of your newest event.',
        },
      ],
    ]);
  });

  test('400s with at most 100 violations, even if more types are invalid', async () => {
    const { status, body } = await acme.get(`/events?types=${','.repeat(2_000)}`);
    expect([status, body.errors.length]).toEqual([400, 100]);
  });
});
