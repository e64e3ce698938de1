import { describe, expect, test } from '@jest/globals';
import type { Application } from '../../../../functions/applications/application/application.ts';
import { recruitingWords } from '../../../../pages/public/recruiting-words.ts';
import { ApplicationStage } from '../../../../schemas/application.ts';
import { APPLICATIONS_PER_RECRUITING_PAGE } from '../../../../schemas/application-limits.ts';
import { aFile, applicationsInTable } from '../../../setup/applications-in-table.ts';
import { randomChooser, seededRandom } from '../../../setup/random.ts';
import { recruitingPages } from '../../../setup/recruiting-page.ts';
import { sharedService } from '../../../setup/shared-service.ts';
import { setProfile } from '../../../setup/employers-in-table.ts';

const service = sharedService();
const { linkTo, press } = recruitingPages(service);
const { create, createMany } = applicationsInTable(service.db);

/** Creates a job with one application, and the link to the page for recruiters. */
async function recruited(fields: Partial<Application> & { file?: typeof aFile } = {}) {
  const created = await service.employerWithJob({ status: 'active', title: 'Baker' });
  const id = await create(created.acme.employer, created.job, fields);
  return { ...created, id, link: (await linkTo(created)) ?? '' };
}

/** Replaces the last character of a part of a token. */
const flipped = (part: string) => part.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));

const textOf = async (link: string) => (await fetch(link)).text();
const namesIn = (text: string) => [...text.matchAll(/<h2[^>]*><bdi[^>]*>([^<]*)/g)].map(([, name]) => name);

const held = { state: 'held', suspicions: ['too_fast'] } as const;

const manyStages = Object.fromEntries(
  Array.from({ length: APPLICATIONS_PER_RECRUITING_PAGE + 1 }, (_, n) => [`stage.${n}.new`, 'hired']),
);

describe('the page for recruiters', () => {
  test('shows exactly the applications for its job, newest first, in both languages, and forbids caching', async () => {
    const { acme, job, link } = await recruited({ name: 'Ann' });
    await create(acme.employer, job, { name: 'Ben', ...held });
    const { body: other } = await acme.post('/jobs', { ...job, referenceId: 'other' });
    await create(acme.employer, other, { name: 'Eve' });
    const response = await fetch(link);
    const text = await response.text();
    expect(namesIn(text)).toEqual(['Ben', 'Ann']);
    expect(text).toContain(`<strong>${recruitingWords.en.states.held}</strong>`);
    expect(text).toContain('<meta name="robots" content="noindex" />');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    });
    expect(await textOf(link.replace('lang=en', 'lang=fr'))).toContain(recruitingWords.fr.states.held);
  });

  test('links to the posting, except for a draft, which has none', async () => {
    const { acme, job, link } = await recruited();
    const posting = `href="${service.origin}/jobs/${job.id}?lang=en">${recruitingWords.en.posting}</a>`;
    expect(await textOf(link)).toContain(posting);
    await acme.put(`/jobs/${job.id}`, { status: 'draft' });
    expect(await textOf(link)).not.toContain(recruitingWords.en.posting);
  });

  test('is in the language of the browser, or otherwise of the profile', async () => {
    const { acme, link } = await recruited();
    await setProfile(service.db, acme.employer, { language: 'fr' });
    const plain = link.replace(/&lang=.*/, '');
    expect(await textOf(plain)).toContain('<html lang="fr">');
    const english = await fetch(plain, { headers: { 'accept-language': 'en-CA' } });
    expect(await english.text()).toContain('<html lang="en">');
  });

  test('escapes all markup in candidates’ texts', async () => {
    const markup = '<script>alert(1)</script><img src=x onerror="a">\'';
    const question = { id: 'why', text: markup, type: 'shortText' as const };
    const { link } = await recruited({
      name: markup,
      coverLetter: markup,
      telephone: markup,
      answers: [{ question, value: markup }],
      file: { ...aFile, fileName: markup as never },
    });
    const text = await textOf(link);
    expect(text.match(/&lt;script&gt;alert\(1\)/g)?.length).toBeGreaterThanOrEqual(6);
    expect(text).not.toMatch(/<script>alert|<img|href="tel:/);
  });

  test('links to older applications, and back to the newest', async () => {
    const { acme, job, link } = await recruited({ name: 'First' });
    await createMany(acme.employer, APPLICATIONS_PER_RECRUITING_PAGE, () => ({ job }));
    const text = await textOf(link);
    expect(namesIn(text)).toHaveLength(APPLICATIONS_PER_RECRUITING_PAGE);
    const next = /rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const older = await textOf(new URL(next, link).href);
    expect(namesIn(older)).toEqual(['First']);
    expect(older).toContain(recruitingWords.en.newest);
  });

  test('links to the applications at each stage with counts, and to older ones only if there are some', async () => {
    const { acme, job, link } = await recruited({ name: 'Ann' });
    for (const name of ['Ben', 'Cem']) {
      const id = await create(acme.employer, job, { name });
      await acme.put(`/applications/${id}`, { stage: 'offer' });
    }
    const stageLinks = (text: string) => {
      const [, nav = ''] = /<nav class="links"(.*?)<\/nav>/s.exec(text) ?? [];
      return [...nav.matchAll(/href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href = '', words = '']) => ({
        words: words.trim(),
        url: new URL(href.replaceAll('&amp;', '&'), link).href,
      }));
    };
    const links = stageLinks(await textOf(link));
    expect(links.map(({ words }) => words)).toEqual(['All 3', 'New 1', 'Offer 2']);
    const at = async (stage: string) => textOf(`${link}&stage=${stage}`);
    expect(namesIn(await textOf(links[2]?.url ?? ''))).toEqual(['Cem', 'Ben']);
    expect(await at('hired')).toContain(recruitingWords.en.noneAtStage);
    expect(namesIn(await at('fired'))).toEqual(['Cem', 'Ben', 'Ann']);

    const many = await createMany(acme.employer, 130, () => ({ job }));
    const counts = stageLinks(await textOf(link)).map(({ words }) => words);
    expect(counts).toEqual(['All 133', 'New 131', 'Offer 2']);
    const offered = await at('offer');
    expect(namesIn(offered)).toEqual(['Cem', 'Ben']);
    expect(offered).not.toContain('rel="next"');
    await press(link, { action: 'stage', [`stage.${many[0]}.new`]: 'hired' });
    await acme.delete(`/applications/${many[1]}`);
    const words = stageLinks(await at('hired')).map((each) => each.words);
    expect(words).toEqual(['All 132', 'New 129', 'Offer 2', 'Hired 1']);
  });

  test('redirects to the résumé of an application, or to the list when the application has none', async () => {
    const { id, link } = await recruited({ file: aFile });
    const file = await fetch(`${link}&file=${id}`, { redirect: 'manual' });
    expect([file.status, file.headers.get('location')]).toEqual([302, expect.stringContaining('/files/')]);
    const none = await recruited();
    const { url } = await fetch(`${none.link}&file=${none.id}`);
    expect(url).toContain('news=gone');
  });

  test('is a 404 with the same bytes for every missing, forged or expired token', async () => {
    const { link, id } = await recruited();
    const token = new URL(link).searchParams.get('token') ?? '';
    const parts = token.split('.');
    const addresses = [
      '',
      ...['', 'nothing', parts.slice(0, 3).join('.'), `${token}x`, id].map((forged) => `?token=${forged}`),
      ...parts.map((_, place) => `?token=${parts.with(place, flipped(parts[place] ?? '')).join('.')}`),
      `?token=${token}&before=${(await recruited()).id}`,
      `?token=${token}&before=made-up`,
    ];
    const answers = addresses.map(async (query) => {
      const response = await fetch(`${service.origin}/recruiting${query}`);
      const text = await response.text();
      return [response.status, text.replaceAll(/href="\?[^"]*"/g, '')];
    });
    const [unknown, ...others] = await Promise.all(answers);
    expect(unknown).toEqual([404, expect.stringContaining('We can’t find this page')]);
    for (const other of others) expect(other).toEqual(unknown);
  });
});

describe('a button on the page for recruiters', () => {
  test('sets the stage, and shows a confirmation at the application', async () => {
    const { acme, id, link } = await recruited();
    const fields = { action: 'stage', application: id, stage: 'interview', from: 'new' };
    const { status, location } = await press(link, fields, { 'sec-fetch-site': 'same-origin' });
    expect([status, location.endsWith(`#${id}`)]).toEqual([303, true]);
    const text = await textOf(location);
    expect(text).toContain(recruitingWords.en.news.stage);
    expect(text).toMatch(/<option value="interview"\s+selected>/);
    expect((await acme.get(`/applications/${id}`)).body.stage).toBe('interview');
  });

  test('sets each stage that differs from the stage the page showed, and keeps the filter', async () => {
    const { acme, job, id, link } = await recruited();
    const other = await create(acme.employer, job);
    await acme.put(`/applications/${other}`, { stage: 'offer' });
    // The recruiter did not change the second stage, so the stage that another recruiter set remains.
    const stages = { [`stage.${id}.new`]: 'interview', [`stage.${other}.new`]: 'new' };
    const fields = { action: 'stage', filter: 'new', ...stages };
    const { status, location } = await press(link, fields);
    expect([status, new URL(location).searchParams.get('stage')]).toEqual([303, 'new']);
    expect(await textOf(location)).toContain(recruitingWords.en.news.stage);
    const stageOf = async (each: string) => (await acme.get(`/applications/${each}`)).body.stage;
    expect(await Promise.all([id, other].map(stageOf))).toEqual(['interview', 'offer']);

    const gone = { action: 'stage', [`stage.${id}.interview`]: 'hired', 'stage.gone.new': 'hired' };
    expect(await textOf((await press(link, gone)).location)).toContain(recruitingWords.en.news.gone);
    expect(await stageOf(id)).toBe('hired');
  });

  test('saves each stage that nobody else has changed, and shows the choices that it did not save', async () => {
    const { acme, job, id, link } = await recruited({ name: 'Ann' });
    const other = await create(acme.employer, job, { name: 'Ben' });
    const third = await create(acme.employer, job, { name: 'Cem' });
    await acme.put(`/applications/${other}`, { stage: 'offer' });
    await press(link, { action: 'stage', [`stage.${third}.new`]: 'reviewing' });
    const choices = { action: 'stage', filter: 'new', [`stage.${id}.new`]: 'hired' };
    const late = { [`stage.${other}.new`]: 'rejected', [`stage.${third}.new`]: 'interview' };
    const { status, location } = await press(link, { ...choices, ...late });
    expect(status).toBe(303);
    const text = await textOf(location);
    expect(text).toContain(recruitingWords.en.news.unsaved);
    // The list is that of new applications, but no unsaved choice is lost.
    expect(namesIn(text)).toEqual(['Cem', 'Ben']);
    const rows = text.split('<li ').slice(1);
    expect(rows[0]).toMatch(
      /Not saved\. Somebody else with this link set the stage to “Under review” \([^)]*20\d\d/,
    );
    expect(rows[0]).toMatch(/name="stage\.\w+\.reviewing"[^]*<option value="interview"\s+selected>/);
    expect(rows[1]).toContain('Not saved. Your recruiting software set the stage to “Offer” (');
    expect(rows[1]).toMatch(/name="stage\.\w+\.offer"[^]*<option value="rejected"\s+selected>/);
    const french = await textOf(location.replace('lang=en', 'lang=fr'));
    expect(french).toContain('Votre logiciel de recrutement a choisi l’étape');
    const stageOf = async (each: string) => (await acme.get(`/applications/${each}`)).body.stage;
    expect(await Promise.all([id, other, third].map(stageOf))).toEqual(['hired', 'offer', 'reviewing']);
    await press(link, { action: 'stage', [`stage.${other}.offer`]: 'rejected' });
    expect(await stageOf(other)).toBe('rejected');
    expect(await textOf(location)).not.toContain('“Offer”');
  });

  test('counts a stage as saved that somebody else has set to the same', async () => {
    const { acme, id, link } = await recruited();
    await acme.put(`/applications/${id}`, { stage: 'offer' });
    const fields = { action: 'stage', application: id, from: 'new' };
    expect((await press(link, { ...fields, stage: 'rejected' })).location).toContain('news=unsaved');
    expect((await press(link, { ...fields, stage: 'offer' })).location).toContain('news=stage');
    expect((await acme.get(`/applications/${id}`)).body.stage).toBe('offer');
  });

  test('lets exactly one of eight concurrent saves win each application, and gives the others their choices back', async () => {
    const choose = randomChooser(seededRandom(1));
    const { acme, job, link } = await recruited();
    const ids = await createMany(acme.employer, 6, () => ({ job }));
    const saves = Array.from({ length: 8 }, () =>
      ids.map((id) => ({ id, stage: choose(ApplicationStage.enum.slice(1)) })),
    );
    const unsaved = await Promise.all(
      saves.map(async (choices) => {
        const fields = choices.map(({ id, stage }) => [`stage.${id}.new`, stage]);
        const { status, location } = await press(link, { action: 'stage', ...Object.fromEntries(fields) });
        expect(status).toBe(303);
        return new URL(location).searchParams.get('unsaved')?.split(' ').toSorted() ?? [];
      }),
    );
    const stored = await Promise.all(
      ids.map(async (id) => [id, (await acme.get(`/applications/${id}`)).body.stage] as const),
    );
    const stages = new Map(stored);
    const lost = saves.map((choices) =>
      choices.filter(({ id, stage }) => stages.get(id) !== stage).map(({ id, stage }) => `${id}.${stage}`),
    );
    expect(unsaved).toEqual(lost.map((each) => each.toSorted()));
    expect(stored.filter(([, stage]) => stage === 'new')).toEqual([]);
  });

  test('releases a held application, and has no effect when pressed again', async () => {
    const { acme, id, link } = await recruited(held);
    const fields = { action: 'release', application: id };
    expect((await press(link, fields)).location).toContain('news=release');
    const { body } = await acme.get(`/applications/${id}`);
    expect(body.state).toBe('queued');
    await press(link, fields);
    expect((await acme.get(`/applications/${id}`)).body).toEqual(body);
  });

  test('erases an application after a confirmation, and reports an application that is already erased', async () => {
    const { acme, id, link } = await recruited({ name: 'Ann', file: aFile });
    const question = await textOf(`${link}&erase=${id}`);
    expect(question).toContain(recruitingWords.en.eraseAsk);
    expect((await acme.get(`/applications/${id}`)).status).toBe(200);
    const fields = { action: 'erase', application: id };
    expect((await press(link, fields)).location).toContain('news=erase');
    expect((await acme.get(`/applications/${id}`)).status).toBe(404);
    const { location } = await press(link, fields);
    expect(await textOf(location)).toContain(recruitingWords.en.news.gone);
    expect(await textOf(`${link}&erase=${id}`)).toContain(recruitingWords.en.news.gone);
  });

  const stageButton = { action: 'stage', stage: 'hired', from: 'new' };

  test.each([stageButton, { action: 'release' }, { action: 'erase' }])(
    'has no effect when the request is from another site, or names another job or employer’s application: %j',
    async (button) => {
      const { acme, id, link } = await recruited(held);
      const { body: before } = await acme.get(`/applications/${id}`);
      const fields = { ...button, application: id };
      const { status, text } = await press(link, fields, { 'sec-fetch-site': 'cross-site' });
      expect([status, text]).toEqual([403, expect.stringContaining('Nothing was sent')]);
      const { body: job } = await acme.post('/jobs', { ...(await recruited()).job, referenceId: 'other' });
      const ofOther = await linkTo({ acme, job, text: '', path: '' });
      for (const other of [ofOther ?? '', (await recruited()).link]) {
        expect((await press(other, fields)).location).toContain('news=gone');
      }
      expect((await press(link, { ...fields, token: 'forged' })).status).toBe(404);
      expect((await acme.get(`/applications/${id}`)).body).toEqual(before);
    },
  );

  test.each([
    [{ action: 'delete' }],
    [{ action: 'stage', stage: 'fired', from: 'new' }],
    [{ action: 'stage', stage: 'hired' }],
    [{ action: 'stage', application: '', 'stage.a.fired': 'hired' }],
    [{ action: 'stage', application: '', ...manyStages }],
  ])('400s for form data that the page cannot send: %j', async (fields) => {
    const { acme, id, link } = await recruited();
    expect((await press(link, { application: id, ...fields })).status).toBe(400);
    expect((await acme.get(`/applications/${id}`)).body.stage).toBe('new');
  });
});
