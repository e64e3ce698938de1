import { describe, expect, test } from '@jest/globals';
import { addDays } from '../../../functions/platform/time/calendar.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { Html, plainText } from '../../../pages/html.ts';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { createJobs, listJobs as jobList } from '../../setup/job-lists.ts';
import type { Reply } from '../../setup/http-client.ts';
import { startService } from '../../setup/service.ts';
import { socialCard, nextPageUrl, listedTitles } from '../../setup/public-pages.ts';

const service = await startService();

type Acme = Awaited<ReturnType<typeof service.newEmployer>>;

/** Posts an active job. */
const post = async (acme: Acme, fields: Record<string, unknown> = {}) =>
  (await acme.post('/jobs', aJob({ status: 'active', ...fields }))).body;

const listOf = ({ employer }: Pick<Acme, 'employer'>, query = ''): Promise<Reply> =>
  service.anyone.get(`/public/jobs?employer=${employer.id}${query}`);

const pageOf = ({ employer }: Pick<Acme, 'employer'>, headers?: Record<string, string>): Promise<Reply> =>
  service.anyone.get(`${service.origin}/employers/${employer.id}`, headers);

const titlesIn = ({ body }: Reply): string[] => body.data.map(({ title }: { title: string }) => title);

/** All pages of a list. */
async function walk(first: Reply): Promise<Reply[]> {
  const pages = [first];
  for (let next = first.body.paging.next; next !== null; next = pages.at(-1)?.body.paging.next) {
    pages.push(await service.anyone.get(next));
  }
  return pages;
}

describe('the postings of an employer', () => {
  test('are the open jobs, newest first, as JSON and as a page, each with the same content as its own posting', async () => {
    const acme = await service.newEmployer({ name: 'Acme & Söhne' });
    const baker = await post(acme, { title: 'Baker <b>' });
    await post(acme, { title: 'Draft', status: 'draft' });
    await post(acme, { title: 'Archived', status: 'archived' });
    await post(acme, { title: 'Confidential', confidential: true });
    const cook = await post(acme, { title: 'Cook' });

    const list = await listOf(acme);
    expect(list.status).toBe(200);
    expect(titlesIn(list)).toEqual(['Cook', 'Baker <b>']);
    expect(list.body.paging).toEqual({ next: null });
    const one = await service.anyone.get(`/public/jobs/${baker.id}`);
    expect(list.body.data[1]).toEqual(one.body);

    const page = await pageOf(acme);
    expect(page.status).toBe(200);
    expect(listedTitles(page)).toEqual(['Cook', 'Baker &lt;b&gt;']);
    expect(page.text).toContain(`${service.origin}/jobs/${cook.id}`);
    expect(page.text).toContain('<h1>Jobs at <bdi>Acme &amp; Söhne</bdi></h1>');
    expect(page.text).not.toContain('Confidential');
    expect(socialCard(page.text)).toMatchObject({
      'og:title': 'Jobs at Acme &amp; Söhne',
      'og:description': 'Cook · Baker &lt;b&gt;',
      'og:url': `${service.origin}/employers/${acme.employer.id}`,
    });
  });

  test('are searched as JSON by q, which next keeps', async () => {
    const acme = await service.newEmployer();
    await createJobs(acme, [
      { title: 'Cook' },
      ...Array.from({ length: 19 }, (_, n) => ({ title: `Baker ${n}`, workplace: 'remote' })),
    ]);
    expect(titlesIn(await listOf(acme, '&q=cooks'))).toEqual(['Cook']);
    expect(titlesIn(await listOf(acme, '&q=none'))).toEqual([]);
    expect(titlesIn(await listOf(acme, '&q='))).toHaveLength(18);
    const page = await listOf(acme, '&q=remote');
    expect(titlesIn(page)).toHaveLength(18);
    expect(titlesIn(await service.anyone.get(page.body.paging.next))).toEqual(['Baker 0']);
  });

  test('include an open job behind many newer closed ones on the first page', async () => {
    setClock('2026-06-10T12:00:00Z');
    const acme = await service.newEmployer();
    await post(acme, { title: 'Cook', closeDate: addDays('2026-06-10', 30) });
    await createJobs(acme, 18, { closeDate: '2026-06-10' });
    expect(titlesIn(await listOf(acme))).toHaveLength(18);
    setClock('2026-06-11T00:00:00Z');
    const { data, paging } = (await listOf(acme)).body;
    expect([data.length, data[0]?.title, paging.next]).toEqual([1, 'Cook', null]);
  });

  test('are listed page by page, each posting once, even if most jobs are hidden', async () => {
    const acme = await service.newEmployer();
    const jobs = Array.from({ length: 60 }, (_, number) => ({
      title: `Job ${number}`,
      confidential: number % 3 > 0 && number < 45,
    }));
    await createJobs(acme, jobs);
    const all = (await jobList(acme, '?pageSize=100')).data;
    const visible = all.filter(({ confidential }) => !confidential).map(({ title }) => title);
    const pages = await walk(await listOf(acme));
    expect(pages.flatMap(titlesIn)).toEqual(visible);
    expect(pages.length).toBeGreaterThan(1);
    // A cursor does not reveal how many postings are hidden.
    const cursors = pages.flatMap(({ body }) => body.paging.next ?? []);
    for (const cursor of cursors) {
      expect(cursor).toMatch(new RegExp(`\\?employer=${acme.employer.id}&after=[0-9a-f]{32}$`));
    }
  });

  test("start with the employer's description, only on the first page without a search", async () => {
    const acme = await service.newEmployer({ name: 'Acme' });
    await createJobs(acme, 19);
    expect((await pageOf(acme)).text).not.toContain('class="about"');
    const about = '<p>We bake <strong>bread</strong>.</p><script>alert(1)</script>';
    expect((await acme.put('/employer', { about, website: 'https://www.acme.example/a?b&c' })).status).toBe(
      200,
    );
    const firstPage = await pageOf(acme);
    expect(firstPage.text).toContain('lang="en"><p>We bake <strong>bread</strong>.</p>');
    expect(firstPage.text).not.toContain('<script');
    expect(firstPage.text).not.toContain('About <bdi>');
    await acme.put('/employer', { about: `<p>${'Du pain. '.repeat(100)}</p>`, language: 'fr' });
    const long = await pageOf(acme);
    expect(long.text).toContain('<summary>À propos\u00A0: <bdi>Acme</bdi></summary>');
    expect(long.text).toContain('lang="fr"><p>Du pain.');
    await acme.put('/employer', { about });
    expect(firstPage.text).toContain(
      '<a href="https://www.acme.example/a?b&amp;c" rel="noopener"><bdi>www.acme.example</bdi></a>',
    );
    const next = nextPageUrl(firstPage) ?? '';
    for (const address of [next, `${service.origin}/employers/${acme.employer.id}?q=developer`]) {
      const { status, text } = await service.anyone.get(address);
      const isShown = ['We bake', 'www.acme.example'].map((part) => text.includes(part));
      expect([status, ...isShown]).toEqual([200, false, true]);
    }
  });

  test('are in French for a reader who prefers French, and the page states when there are no postings', async () => {
    const acme = await service.newEmployer({ name: 'Boulangerie Côté' });
    expect((await pageOf(acme)).text).toContain('No open jobs at the moment.');
    await post(acme, { title: 'Boulanger', closeDate: '2031-02-01' });
    const page = await pageOf(acme, { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' });
    expect(page.headers.get('content-language')).toBe('fr');
    expect(page.text).toContain('Offres d’emploi\u00A0: Boulangerie Côté');
    expect(plainText(new Html(page.text))).toMatch(
      /Boulanger Vancouver, BC Temps plein Aujourd’hui Date limite 1er févr. 2031/,
    );
  });

  test.each(['0', '2147483647', '01', 'x', '1e3'])('return a 404 page for employer %s', async (id) => {
    const { status, text } = await service.anyone.get(`${service.origin}/employers/${id}`);
    expect(status).toBe(404);
    expect(text).toContain('We can’t find this employer');
  });

  test('return 404 while the employer is suspended', async () => {
    const acme = await service.newEmployer();
    await employerStore(service.db).suspend(acme.employer.id, new Date());
    const list = await listOf(acme);
    expect([list.status, list.body.code]).toEqual([404, 'employer_not_found']);
    expect((await pageOf(acme)).status).toBe(404);
    await employerStore(service.db).resume(acme.employer.id);
    expect((await listOf(acme)).status).toBe(200);
  });

  test('return 400 for a cursor that is forged or from another employer', async () => {
    const [acme, other] = [await service.newEmployer(), await service.newEmployer()];
    await createJobs(other, 21);
    const { paging } = (await listOf(other)).body;
    const after = new URL(paging.next).searchParams.get('after') ?? '';
    for (const cursor of [after, 'a'.repeat(32), '20', `${after}0`]) {
      const { status, body } = await listOf(acme, `&after=${cursor}`);
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ parameter: 'after', code: 'malformed' })]);
    }
    const { status } = await service.anyone.get(
      `${service.origin}/employers/${acme.employer.id}?after=${after}`,
    );
    expect(status).toBe(400);
  });
});
