import { describe, expect, test } from '@jest/globals';
import { ABOUT_MAX } from '../../../schemas/employer.ts';
import { sharedService } from '../../setup/shared-service.ts';

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

/** Characters of 1 and of 4 bytes in UTF-8. */
const characters = ['a', '🥐'];

/** An employer to which the tests send only changes that are refused. */
const unchanged = await service.newEmployer();

describe('GET /employer', () => {
  test('200s with the defaults for a new employer', async () => {
    const acme = await service.newEmployer();
    const { status, body, headers } = await acme.get('/employer');
    expect([status, body]).toEqual([200, { name: acme.employer.name, ...defaults }]);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const again = await acme.get('/employer', { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('PUT /employer', () => {
  test('200s with the body that a later GET returns, and accepts this body in a PUT', async () => {
    const acme = await service.newEmployer();
    const translations = { en: { about: '<p>We bake it.</p>', accommodation: 'Write to us.' } };
    const updated = await acme.put('/employer', { ...full, translations });
    const expected = { name: acme.employer.name, ...defaults, ...full, translations };
    expect([updated.status, updated.body]).toEqual([200, expected]);
    const { text, headers } = await acme.get('/employer');
    expect([text, headers.get('etag')]).toEqual([updated.text, updated.headers.get('etag')]);
    const again = await acme.put('/employer', text, { Prefer: 'handling=strict' });
    expect([again.status, again.text, again.headers.has('job-warning')]).toEqual([200, text, false]);
  });

  test.each(Object.entries(full))('changes only %s, and can reset the field', async (field, value) => {
    const acme = await service.newEmployer();
    const { body: before } = await acme.get('/employer');
    const { body: changed } = await acme.put('/employer', { [field]: value });
    expect(changed).toEqual({ ...before, [field]: value });
    const { body: restored } = await acme.put('/employer', { [field]: before[field] });
    expect(restored).toEqual(before);
    expect((await acme.get('/employer')).body).toEqual(before);
  });

  test('clears every text for which an empty text is sent', async () => {
    const acme = await service.newEmployer();
    await acme.put('/employer', full);
    const { status, body } = await acme.put('/employer', {
      about: '',
      website: '',
      privacyUrl: '',
      accommodation: '',
      contactEmail: '',
      color: '',
      translations: '',
    });
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

  test.each<[pointer: string, code: string, sent: object]>([
    ['/translations/fr', 'not_allowed', { translations: { fr: { about: 'Nous.' } }, language: 'fr' }],
    ['/translations/fr/about', 'blank', { translations: { fr: { about: '<p></p>' } } }],
    ['/translations/fr/about', 'too_long', { translations: { fr: { about: '&'.repeat(ABOUT_MAX) } } }],
    [
      '/translations/fr/accommodation',
      'too_long',
      { translations: { fr: { accommodation: 'a'.repeat(1_001) } } },
    ],
  ])('400s for an invalid translation: %s is %s', async (pointer, code, sent) => {
    const { status, body } = await unchanged.put('/employer', sent);
    expect([status, body.errors]).toMatchObject([400, [{ pointer, code }]]);
  });

  test('400s for a profile language in which the profile already has translations', async () => {
    const acme = await service.newEmployer();
    await acme.put('/employer', { translations: { fr: { about: 'Nous.' } } });
    const { status, body } = await acme.put('/employer', { language: 'fr' });
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/translations/fr' }]]);
  });

  test('ignores name and logo, and warns about unknown fields', async () => {
    const acme = await service.newEmployer();
    const sent = { name: 'Initech', logo: 'https://example.com/logo.png', id: 7 };
    const { status, body, headers } = await acme.put('/employer', sent);
    expect([status, body]).toEqual([200, { name: acme.employer.name, ...defaults }]);
    expect(headers.get('job-warning')).toBe('field_unknown; pointer="/id"');
    const strict = await acme.put('/employer', { ...sent, language: 'fr' }, { Prefer: 'handling=strict' });
    expect([strict.status, strict.body.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/id', code: 'field_unknown' })],
    ]);
    expect((await acme.get('/employer')).body.language).toBe('en');
  });

  test('cleans about like a job description, and names the removed markup', async () => {
    const acme = await service.newEmployer();
    const about = '<p onclick="x">We bake &lt;p&gt;</p><script>alert(1)</script>';
    const { body, headers } = await acme.put('/employer', { about });
    expect(body.about).toBe('<p>We bake &lt;p&gt;</p>');
    expect(headers.get('job-warning')).toBe(
      'markup_removed; pointer="/about"; removed="p@onclick, script", markup_escaped; pointer="/about"',
    );
    const strict = await acme.put('/employer', { about }, { Prefer: 'handling=strict' });
    expect(strict.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/about', 'markup_removed'],
      ['/about', 'markup_escaped'],
    ]);
  });

  test.each(characters)(
    'accepts %s 10,000 times as about, and refuses it 10,001 times',
    async (character) => {
      const acme = await service.newEmployer();
      const about = character.repeat(ABOUT_MAX);
      const { status, body } = await acme.put('/employer', { about });
      expect([status, body.about]).toEqual([200, about]);
      const longer = await acme.put('/employer', { about: `${about}${character}` });
      expect([longer.status, longer.body.errors]).toEqual([
        400,
        [expect.objectContaining({ pointer: '/about', code: 'too_long' })],
      ]);
    },
  );

  test('400s for an about that cleaning makes too long, so that every returned text is valid in a PUT', async () => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.put('/employer', { about: '&'.repeat(ABOUT_MAX / 5 + 1) });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          pointer: '/about',
          code: 'too_long',
          message: 'about must have at most 10000 characters once it is cleaned.',
        },
      ],
    ]);
    expect((await acme.put('/employer', { about: '&'.repeat(ABOUT_MAX / 5) })).status).toBe(200);
  });

  test.each([
    ['about', 7, 'wrong_type'],
    ['about', ['We bake.'], 'wrong_type'],
    ['about', 'a\u0000b', 'malformed'],
    ['about', '<script>alert(1)</script>', 'blank'],
    ['about', '<p>\u200b</p>', 'blank'],
    ['website', true, 'wrong_type'],
    ['website', 'example.com', 'malformed'],
    ['website', 'javascript:alert(1)', 'malformed'],
    ['website', `https://example.com/${'a'.repeat(181)}`, 'too_long'],
    ['privacyUrl', 'jAvAsCrIpT:alert(1)', 'malformed'],
    ['privacyUrl', {}, 'wrong_type'],
    ['accommodation', 'a\u0000b', 'malformed'],
    ['accommodation', 'a'.repeat(1_001), 'too_long'],
    ['color', 7, 'wrong_type'],
    ['color', '7b3f00', 'malformed'],
    ['color', '#7b3', 'malformed'],
    ['color', 'red;}body{display:none', 'malformed'],
    ['color', '#777777', 'malformed'],
    ['contactEmail', 'Anna <a@example.com>', 'malformed'],
    ['contactEmail', `a@${'b.'.repeat(126)}ca`, 'too_long'],
    ['language', 'de', 'not_allowed'],
    ['language', '', 'not_allowed'],
    ['language', null, 'wrong_type'],
    ['confirmation', 'true', 'wrong_type'],
    ['confirmation', null, 'wrong_type'],
    ['showStage', null, 'wrong_type'],
    ['recruitingPage', null, 'wrong_type'],
  ])('400s when %s is %j, and changes no field', async (field, value, code) => {
    const { text: before } = await unchanged.put('/employer', full);
    const sent = { website: 'https://new.example', [field]: value };
    const { status, body } = await unchanged.put('/employer', sent);
    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: `/${field}`, code, message: expect.stringContaining(field) })],
    ]);
    expect((await unchanged.get('/employer')).text).toBe(before);
  });

  test('names every broken rule in one response', async () => {
    const sent = { about: '<p></p>', website: 'x', privacyUrl: 7, language: 'de', confirmation: 'no' };
    const { body } = await unchanged.put('/employer', sent);
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.toSorted()).toEqual(
      Object.keys(sent)
        .map((field) => `/${field}`)
        .toSorted(),
    );
  });

  test('412s and changes no field unless If-Match names the current version', async () => {
    const acme = await service.newEmployer();
    const { headers } = await acme.get('/employer');
    const etag = { 'If-Match': headers.get('etag') ?? '' };
    const replies = await Promise.all(
      ['en', 'fr'].map((path) => acme.put('/employer', { website: `https://example.com/${path}` }, etag)),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const won = replies.find(({ status }) => status === 200);
    const lost = replies.find(({ status }) => status === 412);
    expect(lost?.headers.get('etag')).toBe(won?.headers.get('etag'));
    expect((await acme.get('/employer')).text).toBe(won?.text);
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
