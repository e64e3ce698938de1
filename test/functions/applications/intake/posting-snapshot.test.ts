import { describe, expect, test } from '@jest/globals';
import {
  decryptApplicationId,
  createApplicationToken,
  type Application,
} from '../../../../functions/applications/application/application.ts';
import {
  type PostingSnapshot,
  snapshotReader,
} from '../../../../functions/applications/intake/posting-snapshots.ts';
import { applicationErasure } from '../../../../functions/applications/retention/erasure.ts';
import { applicationReader } from '../../../../functions/applications/application/application-store.ts';
import { employerStore } from '../../../../functions/accounts/store/employers.ts';
import { settings } from '../../../../functions/platform/config.ts';
import type { Database } from '../../../../functions/platform/dynamodb/database.ts';
import { between, LAST_NUMBER } from '../../../../functions/platform/dynamodb/sort-keys.ts';
import { timeToLive } from '../../../../functions/platform/dynamodb/table.ts';
import { signingKey } from '../../../../functions/platform/crypto/signing-key.ts';
import { applicationKeys } from '../../../../functions/applications/keys.ts';
import { applicationsInTable } from '../../../setup/applications-in-table.ts';
import { applyForm } from '../../../setup/an-application.ts';
import type { Client } from '../../../setup/http-client.ts';
import { sharedService } from '../../../setup/shared-service.ts';

const service = sharedService();
const { db } = service;
const { create } = applicationsInTable(db);

const originalPosting = {
  title: 'Baker',
  description: '<p>You bake the bread.</p><p><strong>Your day</strong></p>',
  salary: { amount: 24.5, period: { id: 5 } },
  locations: [{ description: 'Saskatoon, SK' }],
  language: 'en',
  translations: { fr: { title: 'Boulangère', description: '<p>Vous cuisez le pain.</p>' } },
};

const changedPosting = {
  title: 'Confectioner',
  description: '<p>You make the sweets.</p>',
  salary: null,
  locations: [{ description: 'Regina, SK' }],
  translations: { fr: { title: 'Confiseuse', description: '<p>Vous faites les bonbons.</p>' } },
};

const textOf = async (url: string) => (await service.anyone.get(url)).text.replaceAll(/\s+/g, ' ');

/** Applies by the form in a language. Returns the job and a reader of the candidate's page. */
async function applied(fields: object = {}, language = 'en') {
  const { acme, job } = await service.employerWithJob(
    { status: 'active', ...originalPosting, ...fields },
    { name: 'Ovenworks' },
  );
  const form = `${job.postingUrl}/apply?lang=${language}`;
  const { url } = await fetch(form, { method: 'POST', body: applyForm() });
  const token = new URL(url).searchParams.get('token') ?? '';
  const page = `${service.origin}/application?token=${token}`;
  return { acme, job, page: (query = `&lang=${language}`) => textOf(`${page}${query}`) };
}

type Acme = Pick<Client, 'put' | 'delete'> & { employer: { id: number } };

const changes: Record<string, (acme: Acme, path: string) => Promise<unknown>> = {
  'has not changed': async () => undefined,
  'has changed': (acme, path) => acme.put(path, changedPosting),
  'has closed': (acme, path) => acme.put(path, { status: 'archived', closeDate: '2001-01-01' }),
  'was deleted': (acme, path) => acme.delete(path),
  'has become confidential': (acme, path) => acme.put(path, { confidential: true }),
  'is of an employer that has another name': ({ employer }) =>
    employerStore(db).update(employer.id, { name: 'Newworks' }),
  'is of an employer that is suspended': ({ employer }) => employerStore(db).suspend(employer.id, new Date()),
};

/** The changes after which the candidate's page does not name the employer. */
const hiding = new Set(['was deleted', 'has become confidential', 'is of an employer that is suspended']);

const { OPERATOR_EMAIL, OPERATOR_NAME } = settings;
const operator = `Write to <bdi>${OPERATOR_NAME.fallback}</bdi>, which runs this site: <a href="mailto:${OPERATOR_EMAIL.fallback}">`;

describe('the posting on the candidate’s page', () => {
  test.each(Object.entries(changes))(
    'is the posting that the candidate applied for, when the job %s',
    async (name, change) => {
      const { acme, job, page } = await applied();
      await change(acme, `/jobs/${job.id}`);
      const text = await page();
      const parts = [
        'For: <bdi lang="en">Baker</bdi>',
        'You bake the bread.',
        '<h3>Your day</h3>',
        '$24.50 an hour',
      ];
      for (const part of [...parts, '<bdi>Saskatoon, SK</bdi>']) expect(text).toContain(part);
      const isHidden = hiding.has(name);
      expect([text.includes('Ovenworks'), text.includes(operator)]).toEqual([!isHidden, isHidden]);
      for (const part of ['Confectioner', 'sweets', 'Regina', 'Newworks']) expect(text).not.toContain(part);
    },
  );

  test.each([
    ['en', '<bdi lang="en">Baker</bdi>', 'lang="en"> <p>You bake the bread.'],
    ['fr', '<bdi lang="fr">Boulangère</bdi>', 'lang="fr"> <p>Vous cuisez le pain.'],
  ])('is in the language of the form: %s', async (language, title, description) => {
    const { acme, job, page } = await applied({}, language);
    await acme.put(`/jobs/${job.id}`, changedPosting);
    for (const query of ['&lang=en', '&lang=fr']) {
      const text = await page(query);
      for (const part of [title, description]) expect(text).toContain(part);
      expect(await page(`${query}&withdraw`)).toContain(title);
    }
  });

  test('names the employer of a confidential job only once the job is no longer confidential', async () => {
    const { acme, job, page } = await applied({ confidential: true });
    expect(await page()).not.toContain('Ovenworks');
    await acme.put(`/jobs/${job.id}`, { confidential: false });
    expect(await page()).toContain('Ovenworks');
  });

  test('is absent for an application that the employer imported', async () => {
    const { acme, job } = await service.employerWithJob(originalPosting);
    const candidate = { name: 'Zoë', email: 'zoe@example.org' };
    const { body } = await acme.post(`/jobs/${job.id}/applications`, candidate);
    const text = await textOf(
      `${service.origin}/application?token=${createApplicationToken(await signingKey(db), body.id)}`,
    );
    expect(text).toContain('<bdi>Baker</bdi>');
    expect(text).not.toContain('You bake');
  });
});

/** A posting snapshot that differs from other snapshots only in its title. */
const aSnapshot = (title: string): PostingSnapshot => ({
  title,
  employer: 'Acme Inc.',
  locations: [],
  salary: null,
  description: '',
  language: null,
  translations: null,
});

const erasureOf = (of: Database) => applicationErasure(of, { remove: async () => undefined }).erase;

/** A job of a new employer, with functions that store and erase applications. */
async function aJobOf() {
  const { employer } = await service.newEmployer();
  const job = { id: 1, title: 'Baker', referenceId: null };
  const secret = await signingKey(db);
  const keyOf = (number: number) => applicationKeys.postingSnapshot(employer.id, job.id, number);
  const { get } = applicationReader(db, () => new Date());
  return {
    /** Stores an application for a posting. `meanwhile` runs before the write. */
    store: async (
      posting: string,
      fields: { keptSeconds?: number; meanwhile?: () => Promise<unknown> } = {},
    ) => {
      const application = { posting: aSnapshot(posting), ...fields };
      const key = decryptApplicationId(secret, await create(employer, job, application));
      return (key && (await get(key))) as Application;
    },
    /** Counts the stored snapshots. */
    countSnapshots: async () => (await db.query(between(keyOf(0), keyOf(LAST_NUMBER)))).length,
  };
}

const titleOf = async (application: Application) => (await snapshotReader(db)(application))?.title;

describe('the posting snapshots of a job', () => {
  const titles = ['Baker', 'Baker', 'Cook', 'Baker', 'Baker'];
  /** The posting of each application: equal numbers share a posting. */
  const sharing = [1, 1, 2, 3, 3];

  test.each([[[2, 4, 0, 3, 1]], [[1, 3, 0, 4, 2]]])(
    'are each kept until the last application that shares the snapshot is erased: in the order %j',
    async (order) => {
      const { store, countSnapshots } = await aJobOf();
      const remaining = new Map<number, Application>();
      for (const [index, title] of titles.entries()) remaining.set(index, await store(title));
      for (const index of order) {
        await erasureOf(db)(remaining.get(index)!, { type: 'candidate' });
        remaining.delete(index);
        for (const [at, application] of remaining) expect(await titleOf(application)).toBe(titles[at]);
        expect(await countSnapshots()).toBe(new Set([...remaining.keys()].map((at) => sharing[at])).size);
      }
    },
  );

  test('are deleted when all applications are erased concurrently, as a batch does', async () => {
    const { store, countSnapshots } = await aJobOf();
    const stored = [await store('Baker'), await store('Baker'), await store('Baker')];
    await Promise.all(stored.map((application) => erasureOf(db)(application, { type: 'candidate' })));
    expect(await countSnapshots()).toBe(0);
  });

  test('remain when an application is stored while the last other application is erased', async () => {
    const { store, countSnapshots } = await aJobOf();
    const older = await store('Baker');
    const second = await store('Baker', { meanwhile: () => erasureOf(db)(older, { type: 'candidate' }) });
    expect([await titleOf(second), await countSnapshots()]).toEqual(['Baker', 1]);
  });

  test('remain when an application is stored just before the last other application is erased', async () => {
    const { store, countSnapshots } = await aJobOf();
    const older = await store('Baker');
    let second: Application | undefined;
    const late: Database = {
      ...db,
      sendWrite: async (send) => {
        second ??= await store('Baker');
        return db.sendWrite(send);
      },
    };
    await erasureOf(late)(older, { type: 'candidate' });
    expect([await titleOf(second!), await countSnapshots()]).toEqual(['Baker', 1]);
  });

  test('expire no earlier than the last application that shares them', async () => {
    const { store, countSnapshots } = await aJobOf();
    const days = [1, 2, 31, 32, 400].map((day) => day * 86_400);
    for (const keptSeconds of days) {
      const application = await store('Baker', { keptSeconds });
      const { employerId, jobId } = application;
      const [last] = await db.query({
        ...between(
          applicationKeys.postingSnapshot(employerId, jobId, 0),
          applicationKeys.postingSnapshot(employerId, jobId, application.number),
        ),
        ScanIndexForward: false,
        Limit: 1,
      });
      expect(last?.[timeToLive]).toBeGreaterThanOrEqual(application.timeToLive);
    }
    expect(await countSnapshots()).toBe(3);
  });
});
