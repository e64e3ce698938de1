import { expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { applyForm } from '../../setup/an-application.ts';
import { hebrew, findHebrew } from '../../setup/hebrew.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

test('what people typed has its own direction and language on every public page, and none of our words have it', async () => {
  const acme = await service.newEmployer({ name: hebrew.employer });
  const description = `<p>${hebrew.description}</p>`;
  const { body: job } = await acme.post(
    '/jobs',
    aJob({ status: 'active', title: hebrew.title, description }),
  );
  const form = `${service.origin}/jobs/${job.id}/apply`;
  const typed = { name: hebrew.name, coverLetter: hebrew.letter };
  const pages = {
    posting: await fetch(`${service.origin}/jobs/${job.id}`),
    employer: await fetch(`${service.origin}/employers/${acme.employer.id}`),
    'empty form': await fetch(form),
    'form with an error': await fetch(form, { method: 'POST', body: applyForm({ ...typed, email: '' }) }),
    received: await fetch(form, { method: 'POST', body: applyForm(typed) }),
  };
  const directions: Record<string, unknown> = {};
  for (const [name, page] of Object.entries(pages)) directions[name] = findHebrew(await page.text());
  expect(directions).toEqual({
    posting: { hebrewCount: 3, violations: [] },
    employer: { hebrewCount: 2, violations: [] },
    'empty form': { hebrewCount: 3, violations: [] },
    'form with an error': { hebrewCount: 5, violations: [] },
    received: { hebrewCount: 6, violations: [] },
  });
});
