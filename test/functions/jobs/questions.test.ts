import { describe, expect, test } from '@jest/globals';
import { employerWithJobInMemory } from '../../setup/jobs-in-memory.ts';

const when = { text: 'When can you start?', type: 'date' };
const which = { text: 'Which shift?', type: 'choice', options: ['Day', 'Night'] };

const ids = (questions: { id: string }[]) => questions.map((question) => question.id);

describe('the questions of a job', () => {
  test('have all members in responses, and keep their ids when they are sent again, even in another order', async () => {
    const { acme, job, path } = await employerWithJobInMemory({ questions: [when, which] });
    const id = expect.stringMatching(/^[0-9a-f]{12}$/);
    expect(job.questions).toEqual([
      { id, ...when, required: false, options: [] },
      { id, ...which, required: false },
    ]);
    const { body } = await acme.put(path, { questions: [{ ...which, required: true }, when] });
    expect(ids(body.questions)).toEqual(ids(job.questions).toReversed());
    const submitted = { ...which, options: ['Day', 'Evening'] };
    const changed = await acme.put(path, { questions: [submitted] });
    expect(ids(job.questions)).not.toContain(changed.body.questions[0].id);
  });

  test.each([[null], [[]], ['']])('are an empty list after %j', async (questions) => {
    const { acme, path } = await employerWithJobInMemory({ questions: [when] });
    const { status, body } = await acme.put(path, { questions });
    expect([status, body.questions]).toEqual([200, []]);
  });
});
