import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

describe('a description', () => {
  test.each([
    'R&amp;D &lt;b&gt; &amp;amp; "quotes" \'single\'',
    '<p>Préposé·e — 5 à 7 ans d’expérience 🙂 漢字\u00a0!</p>',
    '<ul>\n\t<li>One</li>\r\n</ul>',
    '<p>\u0092windows\u0093</p>',
  ])('is stored as sent, and put back unchanged: %s', async (description) => {
    const { acme, job, text, path } = await service.employerWithJob({ description });
    expect(job.description).toBe(description);
    const again = await acme.put(path, text);
    expect([again.status, again.text, again.headers.get('job-warning')]).toEqual([200, text, null]);
  });

  test.each([
    ['<h1>One</h1><H6 class="x">Two</H6>', '<strong>One</strong><br /><strong>Two</strong>'],
    ['<script>alert(1)</script>One', 'One'],
    ['One\nTwo', '<p>One<br />Two</p>'],
    ['<ul><li><b>A<li>B</ul>', '<ul><li><b>A<div>B</div></b></li></ul>'],
  ])('is stored clean, and put back unchanged: %s', async (description, clean) => {
    const { acme, job, text, path } = await service.employerWithJob({ description });
    expect(job.description).toBe(clean);
    const again = await acme.put(path, text);
    expect([again.status, again.text, again.headers.has('job-warning')]).toEqual([200, text, false]);
  });

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
