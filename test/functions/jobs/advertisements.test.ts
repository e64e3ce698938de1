import { expect, test } from '@jest/globals';
import { advertisements } from '../../setup/advertisements.ts';
import { wordsOf } from '../../setup/html-words.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  copy: '©',
  trade: '™',
  plusmn: '±',
  oelig: 'œ',
  agrave: 'à',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  ocirc: 'ô',
  ugrave: 'ù',
  Eacute: 'É',
};

const windows1252 = new TextDecoder('windows-1252');

/** The character of a number; 128 to 159 mean windows-1252 (HTML, "numeric character reference end state"). */
const characterOf = (code: number) =>
  code >= 128 && code < 160 ? windows1252.decode(Uint8Array.of(code)) : String.fromCodePoint(code);

const decoded = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (reference, decimal, hex, name) => {
    if (decimal) return characterOf(Number(decimal));
    if (hex) return characterOf(Number.parseInt(String(hex), 16));
    const character = entities[String(name)];
    if (character === undefined) throw new Error(`${reference} is not in the table of this test.`);
    return character;
  });

/** What a person reads: the words, with single spaces. */
const textOf = (html: string) => decoded(wordsOf(html).join(' ')).replace(/\s+/g, ' ');

/** Whether readers see tags, because the program that wrote the text escaped it twice. */
const isEscapedTwice = (name: string) => name === 'escaped-twice';

const allowedMarkup =
  /<\/?(?:strong|b|em|i|p|div|ul|ol|li)>|<\/a>|<br \/>|<a(?=[^<>]* href=")(?: href="(?:https?|mailto|tel):[^"<>]+"| target="_(?:blank|self|parent|top)"){1,2}>/gi;

const foreign = /<(?!\/|!|\?|(?:strong|b|em|i|br|p|div|ul|ol|li|h[1-6]|a href=(?:"[^"]*"|'[^']*'))\s*\/?>)/i;

test.each(advertisements)(
  'the advertisement %s is posted, read, copied and found',
  async (name, advertisement) => {
    const acme = await service.newEmployer();
    const { status, body, text, headers } = await acme.post('/jobs', advertisement);
    const { locations, categories, description, ...others } = advertisement;
    expect([status, body]).toMatchObject([201, others]);
    expect([body.locations.length, body.categories.length]).toEqual([locations.length, categories.length]);

    // Word for word, with allowed markup only; a warning says what markup was lost, or that it was escaped twice.
    expect(textOf(body.description)).toBe(textOf(description));
    expect(body.description.replace(allowedMarkup, '')).not.toMatch(/[<>]/);
    expect(headers.has('job-warning')).toBe(foreign.test(description) || isEscapedTwice(name));

    for (const path of [`/jobs/${body.id}`, '/jobs']) {
      const again = await acme.put(path, (await acme.get(`/jobs/${body.id}`)).text);
      const isWarned = again.headers.has('job-warning');
      expect([again.status, again.text, isWarned]).toEqual([200, text, isEscapedTwice(name)]);
    }
    const found = await acme.get(`/jobs?q=${encodeURIComponent(advertisement.title.slice(2, 14))}`);
    expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([body.id]);
    const copy = await acme.post('/jobs', { ...body, referenceId: null });
    const { id, postingUrl } = copy.body;
    expect([copy.status, copy.body]).toEqual([201, { ...body, id, referenceId: null, postingUrl }]);
  },
);
