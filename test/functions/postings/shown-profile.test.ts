import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { applyForm } from '../../setup/an-application.ts';
import { structuredData, socialCard } from '../../setup/public-pages.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { setProfile } from '../../setup/employers-in-table.ts';

const service = sharedService();

const website = 'https://www.lumiere.example/?a=1&b="2"';
const privacyUrl = 'https://lumiere.example/privacy';
const accommodation = ' Écrivez à <acces@lumiere.example>.\nOu appelez le 1 800 555-0142, poste 12. ';
const contactEmail = 'direction@lumiere.example';

/** A posting of an employer with a complete profile. */
async function aPosting(fields: Record<string, unknown> = {}) {
  const acme = await service.newEmployer({ name: 'Boulangerie "Lumière"' });
  const logo = `${acme.employer.id}-0123456789abcdef.png`;
  await setProfile(service.db, acme.employer, {
    website,
    privacyUrl,
    accommodation,
    contactEmail,
    logo,
    language: 'fr',
  });
  const { body: job } = await acme.post('/jobs', aJob({ status: 'active', ...fields }));
  return { acme, job, url: job.postingUrl as string, logoUrl: `${service.origin}/logos/${logo}` };
}

const textOf = async (url: string, options: RequestInit = {}) => (await fetch(url, options)).text();

describe('the profile of an employer', () => {
  test('shows the logo and the escaped website address on each posting, in the social card and in the JSON-LD', async () => {
    const { url, logoUrl } = await aPosting();
    const text = await textOf(`${url}?lang=en`);
    expect(text).toContain(`<img class="logo" src="${logoUrl}" alt=""`);
    expect(text).toContain('<a href="https://www.lumiere.example/?a=1&amp;b=%222%22">Website</a>');
    expect(await textOf(`${url}?lang=fr`)).toContain('>Site Web</a>');
    expect(socialCard(text)).toMatchObject({
      'og:image': logoUrl,
      'og:image:alt': 'Boulangerie &quot;Lumière&quot;',
    });
    expect(structuredData(text)['hiringOrganization']).toEqual({
      '@type': 'Organization',
      name: 'Boulangerie "Lumière"',
      sameAs: 'https://www.lumiere.example/?a=1&b=%222%22',
      logo: logoUrl,
    });
  });

  test('shows the privacy notice after the consent in the form, outside the label, also after an error', async () => {
    const { url } = await aPosting();
    const empty = await textOf(`${url}/apply`);
    const invalid = await textOf(`${url}/apply`, { method: 'POST', body: applyForm({ name: '' }) });
    for (const text of [empty, invalid]) {
      const [, after = ''] = text.split('id="consent"');
      expect(after).toContain(`<a href="${privacyUrl}" target="_blank" rel="noopener">`);
      expect(after.indexOf('</label')).toBeLessThan(after.indexOf(privacyUrl));
    }
  });

  test.each([
    ['', 'en', 'Accommodation'],
    ['/apply', 'fr', 'Mesures d’adaptation'],
  ])(
    'shows on %j?lang=%s how candidates ask for adjustments, line by line',
    async (end, language, heading) => {
      const { url } = await aPosting();
      const text = await textOf(`${url}${end}?lang=${language}`);
      expect(text.replaceAll(/>\s+</g, '><')).toContain(
        `<h2>${heading}</h2><p dir="auto" lang="fr">Écrivez à &lt;<a href="mailto:acces@lumiere.example">acces@lumiere.example</a>&gt;.\nOu appelez le <a href="tel:18005550142">1 800 555-0142</a>, poste 12.</p>`,
      );
    },
  );

  test('never shows the address that only the operator of the service uses', async () => {
    const { acme, job, url } = await aPosting();
    const pages = [
      url,
      `${url}/apply`,
      `${service.origin}/api/v1.1/public/jobs/${job.id}`,
      `${service.origin}/employers/${acme.employer.id}`,
    ];
    for (const address of pages) expect(await textOf(address)).not.toContain(contactEmail);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/', 'no address', ''])(
    'shows no link when the website address is not the address of a web page, and nothing that is absent: %s',
    async (address) => {
      const { acme, url } = await aPosting();
      await setProfile(service.db, acme.employer, { website: address, privacyUrl: address });
      const pages = [await textOf(url), await textOf(`${url}/apply`)];
      for (const text of pages) {
        expect(text).not.toMatch(/Website|Site Web|target="_blank"|<img|og:image|class="accommodation"/);
        expect(address && text.includes(address)).toBeFalsy();
      }
      expect(structuredData(pages[0] ?? '')['hiringOrganization']).not.toHaveProperty('sameAs');
    },
  );
});

/** The elements of a posting that declare a language, each with the language. */
const languagesIn = (text: string) =>
  [...text.matchAll(/<(h1|section)\b[^>]* lang="(\w*)"/g)].map(([, element, language]) => [
    element,
    language,
  ]);

test('the language of the text of a posting is unknown for text in another script, and detected for the other text of the posting', async () => {
  const arabic = 'نبحث عن خباز لديه خبرة سنتين للعمل في فريق صغير';
  const { url } = await aPosting({ title: 'خباز', description: arabic });
  expect(languagesIn(await textOf(url))).toEqual([
    ['h1', ''],
    ['section', ''],
  ]);
  const inEnglish = await aPosting({ title: 'خباز', description: 'We look for a baker with experience.' });
  expect(languagesIn(await textOf(inEnglish.url))).toEqual([
    ['h1', ''],
    ['section', 'en'],
  ]);
});
