import { afterAll, describe, expect, test } from '@jest/globals';
import { startService } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

const anApplication = (fields: object = {}) => ({
  name: 'Zoé Tremblay',
  email: 'zoe@example.com',
  coverLetter: 'I bake.',
  consent: true,
  ...fields,
});

describe('an application', () => {
  test('gets an id and the time at which it was received', async () => {
    const { job } = await service.employerWithJob({ status: 'active' });
    const { status, body } = await service.anyone.post(
      `/public/jobs/${job.id}/applications`,
      anApplication(),
    );
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      receivedAt: expect.stringMatching(/^\d{4}-/),
    });
    expect(status).toBe(201);
  });
});
