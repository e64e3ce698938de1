import { describe, expect, test } from '@jest/globals';
import { settings } from '../../../functions/platform/config.ts';
import { applyForm } from '../../setup/an-application.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const { OPERATOR_NAME, OPERATOR_EMAIL, OPERATOR_PRIVACY_URL } = settings;
const [name, email, privacyUrl] = [OPERATOR_NAME, OPERATOR_EMAIL, OPERATOR_PRIVACY_URL].map(
  ({ fallback }) => fallback,
);

const textOf = async (path: string, options: RequestInit = {}) =>
  (await (await fetch(new URL(path, service.origin), options)).text()).replaceAll(/\s+/g, ' ');

describe('the operator of the service', () => {
  test('is in the footer of public pages', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const pages = {
      posting: await textOf(`/jobs/${job.id}`),
      employer: await textOf(`/employers/${acme.employer.id}`),
      form: await textOf(`/jobs/${job.id}/apply`),
      brokenForm: await textOf(`/jobs/${job.id}/apply`, { method: 'POST', body: applyForm({ name: '' }) }),
      missing: await textOf('/jobs/999999999'),
    };
    for (const [page, text] of Object.entries(pages)) {
      const [, footer = ''] = text.split('<footer>');
      const address = `<a href="mailto:${email}">${email}</a>`;
      const links = [address, `<a href="${privacyUrl}">Privacy notice</a>`];
      for (const part of [`Site run by <bdi>${name}</bdi>`, ...links])
        expect([page, footer]).toEqual([page, expect.stringContaining(part)]);
    }
  });

  test.each([
    [
      'en',
      `for <bdi>Acme Inc</bdi>. <bdi>${name}</bdi>, which runs this site, collects your application, keeps it for up to 365 days`,
    ],
    [
      'fr',
      `destinée à <bdi>Acme Inc</bdi>. <bdi>${name}</bdi>, qui exploite ce site, recueille votre candidature, la conserve pendant au plus 365 jours`,
    ],
  ])(
    'is in the notice next to the consent, with recipient, retention and contact: lang=%s',
    async (lang, said) => {
      const { job } = await service.employerWithJob({ status: 'active' });
      const [, after = ''] = (await textOf(`/jobs/${job.id}/apply?lang=${lang}`)).split('id="consent"');
      const [notice] = after.split('</form>');
      expect(notice).toContain(said);
      expect(notice).toContain(`<a href="mailto:${email}">`);
    },
  );

  test('relays privacy requests for a confidential employer, which is named neither on the posting nor on the form', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active', confidential: true });
    const { body } = await acme.put('/employer', { accommodation: 'Ask Acme Inc. itself.' });
    expect(body.accommodation).not.toBeNull();
    const { pathname } = new URL(job.postingUrl);
    for (const path of [pathname, `${pathname}/apply`]) {
      const text = await textOf(path);
      expect(text).toContain(
        `write to <bdi>${name}</bdi>, which will pass your request on: <a href="mailto:${email}">`,
      );
      expect(text).not.toContain('Acme');
    }
    const form = await textOf(`${pathname}/apply`);
    expect(form).toContain('This employer has chosen to stay anonymous.');
    expect(form).toContain('We forward your questions to the employer.');
  });
});
