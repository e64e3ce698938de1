import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

describe('a description', () => {
  test.each(['PUT by id', 'PUT by referenceId'])('is also cleaned with a warning by %s', async (way) => {
    const acme = await service.newEmployer();
    const { body: job } = await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
    const { body, headers } = await acme.put(way === 'PUT by id' ? `/jobs/${job.id}` : '/jobs', {
      referenceId: 'R-1',
      description: '<p onclick="x">Cook</p><script>1</script>',
    });
    expect(body.description).toBe('<p>Cook</p>');
    expect(headers.get('job-warning')).toContain('removed="p@onclick, script"');
  });
});
