import { describe, expect, test } from '@jest/globals';
import { tableKeys } from '../../../functions/platform/keys.ts';
import { BASE_PATH, operations, type Operation } from '../../../schemas/operations.ts';
import { methodsOf } from '../../../schemas/routes.ts';
import { publicPages, type PublicPage } from '../../../schemas/public-pages.ts';
import { aJob } from '../../setup/a-job.ts';
import { rawRequest, type Reply } from '../../setup/http-client.ts';
import { ownFiles } from '../../setup/own-files.ts';
import { ownService } from '../../setup/own-service.ts';
import { postingLink } from '../../setup/public-pages.ts';
import { setProfile } from '../../setup/employers-in-table.ts';

ownFiles();
const service = await ownService();

/** Numbers so distinctive that no response contains them by chance. */
const EMPLOYERS_BEFORE = 7_318;
const JOBS_BEFORE = 64 * 12_345_679;

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Every public page, and every public operation on postings and applications. */
const rows: { id: string; path: string; methods: readonly string[]; isOfEmployer: boolean }[] = [
  ...Object.entries<PublicPage>(publicPages).map(([id, page]) => ({
    id,
    path: page.path,
    methods: methodsOf(page),
    isOfEmployer: page.path.startsWith('/employers/'),
  })),
  ...Object.entries<Operation>(operations)
    .filter(([, { access, subject }]) => access === 'public' && subject !== 'referenceData')
    .map(([id, operation]) => ({
      id,
      path: `${BASE_PATH}${operation.path}`,
      methods: methodsOf(operation),
      isOfEmployer: operation.path === '/public/jobs',
    })),
];

const application = { name: 'Zoé', email: 'zoe@example.org', coverLetter: 'I bake.', consent: true };

/** Valid and invalid bodies in each media type. */
const bodies: Omit<Sent, 'method' | 'path'>[] = [
  { headers: { 'content-type': 'application/json' }, body: JSON.stringify(application) },
  { headers: { 'content-type': 'application/json' }, body: '{"name": 1}' },
  { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=Zo%C3%A9&email=none' },
  { headers: { 'content-type': 'text/plain' }, body: 'no application' },
];

const languages: Omit<Sent, 'method' | 'path'>[] = [{}, { headers: { 'accept-language': 'fr' } }];

/** Every request of a row at its first path, and one request for each method at its other paths. */
const requestsAt = (paths: readonly string[], methods: readonly string[]): Sent[] =>
  paths.flatMap((path, place) =>
    [...methods, ...(place === 0 ? ['OPTIONS'] : [])].flatMap((method): Sent[] => {
      const variants = method === 'POST' ? bodies : languages;
      const chosen = place === 0 ? variants : [variants[place % variants.length]];
      return chosen.map((variant) => ({ method, path, ...variant }));
    }),
  );

/** The status, headers and body of a response. */
async function responseText({ path, ...rest }: Sent): Promise<string> {
  const { pathname, search } = new URL(path, service.origin);
  const { status, headers, text } = await rawRequest(service.origin, { path: pathname + search, ...rest });
  return [status, JSON.stringify(headers), text].join('\n');
}

const counters = [
  [tableKeys.counter('EMPLOYER'), EMPLOYERS_BEFORE],
  [tableKeys.counter('JOB'), JOBS_BEFORE],
] as const;
for (const [key, n] of counters) await service.db.put({ Item: { ...key, n } });
const acme = await service.newEmployer({ name: 'Zwiebel & Söhne' });
const { id: employerId } = acme.employer;
const profile = {
  website: 'https://marque-site.example/',
  privacyUrl: 'https://marque-avis.example/',
  accommodation: 'Écrivez à Marque-mesures.',
  contactEmail: 'marque@zwiebel.example',
  color: '#0dd1ce',
  logo: `${employerId}-00000000deadbeef.png`,
};
await setProfile(service.db, acme.employer, profile);
const website = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://apply.example/1' };
const kinds = [{}, website, { status: 'archived' }, { closeDate: '2020-01-31' }, { status: 'draft' }];
const created: Reply[] = [];
for (const [index, fields] of kinds.entries()) {
  const secret = { referenceId: `GEHEIM-${index}`, applicationEmail: 'chef@zwiebel.example' };
  const job = aJob({ status: 'active', confidential: true, ...secret, ...fields });
  created.push(await acme.post('/jobs', job));
}
// A job that was public, and becomes confidential with another referenceId.
const openJob = await acme.post('/jobs', aJob({ status: 'active', referenceId: 'GEHEIM-9' }));
created.push(await acme.put(`/jobs/${openJob.body.id}`, { confidential: true, referenceId: 'GEHEIM-8' }));
/** The public ids of the employer's confidential jobs, and their numbers. */
const names = created.map((reply) => postingLink(reply).split('/').at(-1) ?? '');
const numbers = created.map(({ body }) => String(body.id));
/** Texts that no response about a confidential posting may contain. */
const secrets = [
  'zwiebel',
  'geheim',
  'marque',
  '0dd1ce',
  'deadbeef',
  'logos',
  String(employerId),
  ...numbers,
];
await service.publishFeeds();
const sitemap = await service.anyone.get(`${service.origin}/sitemap.xml`);
const files = [...sitemap.text.matchAll(/\/sitemap\/([^<]+)</g)].map(([, file = '']) => file);

/** The paths of a row for the confidential jobs: by name and by number. */
const pathsOf = (path: string): string[] => {
  const values = path.includes('{file}') ? files : [...names, ...numbers];
  return path.includes('{') ? values.map((value) => path.replace(/\{\w+\}/, value)) : [path];
};

const occurrences = (text: string, wanted: readonly string[], path: string) => {
  // An address may contain the path that the client sent.
  const answered = text.replaceAll(path, '');
  return wanted.filter((secret) =>
    // A number may be part of a hash.
    new RegExp(/^\d+$/.test(secret) ? String.raw`(?<![\w-])${secret}(?![\w-])` : secret, 'i').test(answered),
  );
};

describe('a confidential job', () => {
  test.each(rows.filter(({ isOfEmployer }) => !isOfEmployer))(
    'reveals no trace of its employer in $id',
    async ({ path, methods }) => {
      const paths = pathsOf(path);
      expect(paths.length).toBeGreaterThan(0);
      for (const request of requestsAt(paths, methods)) {
        const text = await responseText(request);
        expect([request, text.slice(0, 3)]).not.toEqual([request, '500']);
        expect([request, occurrences(text, secrets, request.path)]).toEqual([request, []]);
      }
    },
  );

  test.each(rows.filter(({ isOfEmployer }) => isOfEmployer))(
    'is not among the postings of its employer in $id',
    async ({ path, methods }) => {
      const employerPath = path.includes('{id}')
        ? path.replace('{id}', String(employerId))
        : `${path}?employer=${employerId}`;
      for (const request of requestsAt([employerPath], methods)) {
        const text = await responseText(request);
        expect([request, occurrences(text, [...names, ...numbers, 'geheim'], '')]).toEqual([request, []]);
      }
    },
  );

  test('can be read by everyone under its public name while it is published', async () => {
    const statuses = [];
    for (const name of names)
      statuses.push((await responseText({ method: 'GET', path: `/jobs/${name}` })).slice(0, 3));
    expect(statuses).toEqual(['200', '200', '410', '410', '404', '200']);
    for (const name of names.slice(0, 1)) {
      expect(await responseText({ method: 'GET', path: '/feed.xml' })).toContain(name);
    }
  });

  test('is found by the checks of this suite if a page shows it', async () => {
    const other = await service.newEmployer({ name: 'Zwiebel & Söhne' });
    const { pathname } = new URL(postingLink(await other.post('/jobs', aJob({ status: 'active' }))));
    await setProfile(service.db, other.employer, profile);
    const posting = await responseText({ method: 'GET', path: pathname });
    expect(
      occurrences(posting, ['zwiebel', 'marque-site', 'marque-mesures', 'deadbeef'], pathname),
    ).toHaveLength(4);
    const form = await responseText({ method: 'GET', path: `${pathname}/apply` });
    expect(occurrences(form, ['zwiebel', 'marque-avis', 'marque-mesures'], pathname)).toHaveLength(3);
  });
});
