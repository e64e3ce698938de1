import { describe, expect, test } from '@jest/globals';
import {
  brokenProfileRules,
  emptyProfile,
  parseProfileChanges,
} from '../../../functions/accounts/domain/profile.ts';
import { requireValid } from '../../../functions/validation/submission.ts';
import { ABOUT_MAX } from '../../../schemas/employer.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { violationsOf } from '../../setup/violations.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { profileStore } from '../../../functions/accounts/store/profiles.ts';
import type { Database } from '../../../functions/platform/dynamodb/database.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';

const service = sharedService();

const defaults = {
  about: null,
  website: null,
  privacyUrl: null,
  accommodation: null,
  contactEmail: null,
  language: 'en',
  translations: null,
  confirmation: true,
  showStage: false,
  recruitingPage: true,
  color: null,
  logo: null,
};

const full = {
  about: '<p>We bake <b>bread</b>.</p>',
  website: 'https://example.com',
  privacyUrl: 'https://example.com/privacy?lang=fr',
  accommodation: 'Écrivez à acces@example.com.\nNous répondons vite.',
  contactEmail: 'hr@example.com',
  language: 'fr',
  confirmation: false,
  showStage: true,
  recruitingPage: false,
  color: '#7b3f00',
};

/** The violations in a change of a profile whose other fields have their defaults. */
const refusalsOf = (body: object) =>
  violationsOf('updateEmployer', { body }, async (submission) => {
    const { fields } = await parseProfileChanges(submission);
    requireValid(submission, brokenProfileRules({ ...emptyProfile, ...fields }));
  });

describe('PUT /employer', () => {
  test('200s with the body that a later GET returns, and accepts this body with any name and logo, which it ignores, in a PUT', async () => {
    const acme = await service.newEmployer();
    const translations = { en: { about: '<p>We bake it.</p>', accommodation: 'Write to us.' } };
    const updated = await acme.put('/employer', { ...full, translations });
    const expected = { name: acme.employer.name, ...defaults, ...full, translations };
    expect([updated.status, updated.body]).toEqual([200, expected]);
    const { text, headers } = await acme.get('/employer');
    expect([text, headers.get('etag')]).toEqual([updated.text, updated.headers.get('etag')]);
    const strict = { Prefer: 'handling=strict' };
    const others = { ...updated.body, name: 'Initech', logo: 'https://example.com/logo.png' };
    const repetition = await acme.put('/employer', others, strict);
    expect([repetition.status, repetition.text]).toEqual([200, text]);
    expect(repetition.headers.has('job-warning')).toBe(false);
  });

  test('clears every text for which an empty text is sent', async () => {
    const acme = await service.newEmployer();
    await acme.put('/employer', full);
    const texts = [
      'about',
      'website',
      'privacyUrl',
      'accommodation',
      'contactEmail',
      'color',
      'translations',
    ];
    const empty = Object.fromEntries(texts.map((field) => [field, '']));
    const { status, body } = await acme.put('/employer', empty);
    const { language, confirmation, showStage, recruitingPage } = full;
    const others = { language, confirmation, showStage, recruitingPage };
    expect([status, body]).toEqual([200, { name: acme.employer.name, ...defaults, ...others }]);
  });

  test.each<[what: string, sent: unknown, expected: object | null]>([
    ['one text', { en: { accommodation: 'Write to us.' } }, { en: { accommodation: 'Write to us.' } }],
    ['markup', { en: { about: '<h1>We</h1>' } }, { en: { about: '<strong>We</strong>' } }],
    ['empty texts', { en: { about: null, accommodation: '' }, fr: null }, null],
    ['no languages', {}, null],
  ])('stores translations without empty texts and languages: %s', async (_, translations, expected) => {
    const acme = await service.newEmployer();
    await acme.put('/employer', { language: 'fr', about: '<p>Nous.</p>' });
    const { body } = await acme.put('/employer', { translations });
    expect(body).toMatchObject({ about: '<p>Nous.</p>', translations: expected });
    expect((await acme.get('/employer')).body).toEqual(body);
  });

  test('400s for a profile language in which the profile already has translations', async () => {
    const acme = await service.newEmployer();
    await acme.put('/employer', { translations: { fr: { about: 'Nous.' } } });
    const { status, body } = await acme.put('/employer', { language: 'fr' });
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/translations/fr' }]]);
  });

  test('cleans about like a job description, and names the removed markup', async () => {
    const acme = await service.newEmployer();
    const about = '<p onclick="x">We bake &lt;p&gt;</p><script>alert(1)</script>';
    const { body, headers } = await acme.put('/employer', { about });
    expect(body.about).toBe('<p>We bake &lt;p&gt;</p>');
    expect(headers.get('job-warning')).toBe(
      'markup_removed; pointer="/about"; removed="p@onclick, script", markup_escaped; pointer="/about"',
    );
    expect((await acme.put('/employer', { about }, { Prefer: 'handling=strict' })).status).toBe(400);
  });

  test.each<[sent: object, pointer: string, code: string]>([
    [{ translations: { fr: { about: 'Nous.' } }, language: 'fr' }, '/translations/fr', 'not_allowed'],
    [{ translations: { fr: { about: '<p></p>' } } }, '/translations/fr/about', 'blank'],
    [{ about: 'a\u0000b' }, '/about', 'malformed'],
    [{ about: '<script>alert(1)</script>' }, '/about', 'blank'],
    [{ website: 'example.com' }, '/website', 'malformed'],
    [{ website: 'javascript:alert(1)' }, '/website', 'malformed'],
    [{ website: `https://example.com/${'a'.repeat(181)}` }, '/website', 'too_long'],
    [{ privacyUrl: 'jAvAsCrIpT:alert(1)' }, '/privacyUrl', 'malformed'],
    [{ accommodation: 'a\u0000b' }, '/accommodation', 'malformed'],
    [{ color: '7b3f00' }, '/color', 'malformed'],
    [{ color: '#7b3' }, '/color', 'malformed'],
    [{ color: 'red;}body{display:none' }, '/color', 'malformed'],
    [{ contactEmail: 'Anna <a@example.com>' }, '/contactEmail', 'malformed'],
    [{ contactEmail: `a@${'b.'.repeat(126)}ca` }, '/contactEmail', 'too_long'],
    [{ language: 'de' }, '/language', 'not_allowed'],
    [{ language: null }, '/language', 'wrong_type'],
    [{ confirmation: null }, '/confirmation', 'wrong_type'],
  ])('refuses %j', async (sent, pointer, code) => {
    const message = expect.stringContaining(pointer.split('/')[1] ?? '');
    expect(await refusalsOf(sent)).toEqual([expect.objectContaining({ pointer, code, message })]);
  });

  test('accepts texts of the maximum length in characters, after markup is cleaned, and refuses longer ones', async () => {
    for (const letter of ['a', '🥐', '&']) {
      // Cleaning makes an ampersand five characters long.
      const text = letter.repeat(ABOUT_MAX / (letter === '&' ? 5 : 1));
      expect(await refusalsOf({ about: text })).toEqual([]);
      const longer = `${text}${letter}`;
      for (const [pointer, body] of [
        ['/about', { about: longer }],
        ['/translations/fr/about', { translations: { fr: { about: longer } } }],
      ] as const) {
        expect(await refusalsOf(body)).toMatchObject([{ pointer, code: 'too_long' }]);
      }
    }
    const accommodation = 'a'.repeat(1_001);
    for (const body of [{ accommodation }, { translations: { fr: { accommodation } } }]) {
      expect(await refusalsOf(body)).toMatchObject([{ code: 'too_long' }]);
    }
  });

  test('stores the fields of all simultaneous changes', async () => {
    const acme = await service.newEmployer();
    const replies = await Promise.all(
      Object.entries(full).map(([field, value]) => acme.put('/employer', { [field]: value })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Object.keys(full).map(() => 200));
    expect((await acme.get('/employer')).body).toEqual({ name: acme.employer.name, ...defaults, ...full });
  });
});

/** A database that does other work just before its first transaction. */
function overtakenBy(work: () => Promise<unknown>): Database {
  let isOvertaken = false;
  return {
    ...service.db,
    sendWrite: async (send) => {
      if (!isOvertaken) {
        isOvertaken = true;
        await work();
      }
      return service.db.sendWrite(send);
    },
  };
}

const changes = { about: '<p>We bake.</p>', website: 'https://example.com', confirmation: false };

describe('a change of a profile', () => {
  test('and a new name at the same time are both stored, whichever is first', async () => {
    const [acme, bakery] = [(await service.newEmployer()).employer, (await service.newEmployer()).employer];
    const rename = (id: number, db: Database = service.db) =>
      employerStore(db).update(id, { name: 'Initech' });
    const changeProfile = (id: number, db: Database = service.db) =>
      profileStore(db).update(id, (profile) => ({ ...profile, ...changes }));
    await rename(
      acme.id,
      overtakenBy(() => changeProfile(acme.id)),
    );
    await changeProfile(
      bakery.id,
      overtakenBy(() => rename(bakery.id)),
    );
    for (const employer of [acme, bakery]) {
      expect(await employerStore(service.db).get(employer.id)).toMatchObject({
        ...employer,
        name: 'Initech',
      });
      expect(await profileStore(service.db).get(employer.id)).toMatchObject(changes);
    }
  });

  test('stores only fields that differ from the defaults, and no profile when every field has its default', async () => {
    const { employer } = await service.newEmployer();
    const items = () =>
      service.db.batchGet([accountKeys.employer(employer.id), accountKeys.about(employer.id)], {
        ConsistentRead: true,
      });
    const [before] = await items();
    await profileStore(service.db).update(employer.id, (profile) => ({ ...profile, ...changes }));
    const { about, ...profile } = changes;
    expect(await items()).toEqual(
      expect.arrayContaining([
        { ...before, version: 2, profile, aboutVersion: 2 },
        { ...accountKeys.about(employer.id), about, version: 2 },
      ]),
    );
    const unchanged = { about: null, website: null, confirmation: true };
    await profileStore(service.db).update(employer.id, (current) => ({ ...current, ...unchanged }));
    expect(await items()).toEqual([{ ...before, version: 3 }]);
  });

  test('writes no item when it changes no field', async () => {
    const { employer } = await service.newEmployer();
    const db = overtakenBy(() => Promise.reject(new Error('It wrote.')));
    await profileStore(db).update(employer.id, (profile) => profile);
  });
});

const version = (about: string) => ({ about, website: `https://${about}.example` });

test('a read during a change of the profile is repeated, and returns one consistent version', async () => {
  const { employer } = await service.newEmployer();
  const change = (about: string) =>
    profileStore(service.db).update(employer.id, (profile) => ({ ...profile, ...version(about) }));
  await change('first');
  for (const [early, about] of [
    [accountKeys.employer(employer.id), 'second'],
    [accountKeys.about(employer.id), 'third'],
  ] as const) {
    // The first item is read before the change, the second item after the change.
    const firstRead = Promise.withResolvers<undefined>();
    const changed = firstRead.promise.then(() => change(about));
    const db: Database = {
      ...service.db,
      get: async (input) => {
        if (input.Key?.['SK'] !== early.SK) await changed;
        const item = await service.db.get(input);
        if (input.Key?.['SK'] === early.SK) firstRead.resolve(undefined);
        return item;
      },
    };
    expect(await profileStore(db).get(employer.id)).toMatchObject(version(about));
  }
});
