import { describe, expect, test } from '@jest/globals';
import { ApplicationStage } from '../../../schemas/application.ts';
import { applicationsInTable } from '../../setup/applications-in-table.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();
const applications = applicationsInTable(service.db);

async function applied() {
  const { acme, job } = await service.employerWithJob();
  const id = await applications.create(acme.employer, job);
  return { acme, job, id, path: `/applications/${id}` };
}

describe('the stage of an application', () => {
  test('is new until the employer sets another stage, and stageChangedAt is the time of the change', async () => {
    const { acme, path } = await applied();
    expect((await acme.get(path)).body).toMatchObject({ stage: 'new', stageChangedAt: null });
    for (const stage of [...ApplicationStage.enum.slice(1), 'new']) {
      const { status, body } = await acme.put(path, { stage });
      expect([status, body.stage]).toEqual([200, stage]);
      expect(Date.parse(body.stageChangedAt)).toBeGreaterThanOrEqual(Date.parse(body.receivedAt));
      expect((await acme.get(path)).body).toEqual(body);
    }
  });

  test.each([
    [{ stage: null }, 'wrong_type'],
    [{ stage: 'Interview' }, 'not_allowed'],
    [{}, 'required'],
  ])('stays unchanged when the request is %j', async (body, code) => {
    const { acme, path } = await applied();
    const refused = await acme.put(path, body);
    const error = { pointer: '/stage', code, message: expect.any(String) };
    expect([refused.status, refused.body.errors]).toEqual([400, [error]]);
    expect((await acme.get(path)).body.stage).toBe('new');
  });
});
