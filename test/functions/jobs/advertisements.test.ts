import { expect, test } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { advertisements, visibleWords } from '../../setup/advertisements.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

/** A text without markup, with decoded character references. */
function decoded(text: string): string {
  const parts: string[] = [];
  new Parser({ ontext: (part) => parts.push(part) }).end(text);
  return parts.join('');
}

/** The words that a person reads, separated by single spaces. */
const textOf = (html: string) => decoded(visibleWords(html).join(' ')).replace(/\s+/g, ' ');

/** Whether readers see tags, because the program that wrote the text escaped it twice. */
const isEscapedTwice = (name: string) => name === 'escaped-twice';

const isWarnedOfMarkup = (headers: Headers) => /\bmarkup_/.test(headers.get('job-warning') ?? '');

const allowedMarkup =
  /<\/?(?:strong|b|em|i|p|div|ul|ol|li)>|<\/a>|<br \/>|<a(?=[^<>]* href=")(?: href="(?:https?|mailto|tel):[^"<>]+"| target="_(?:blank|self|parent|top)"){1,2}>/gi;

const foreign = /<(?!\/|!|\?|(?:strong|b|em|i|br|p|div|ul|ol|li|h[1-6]|a href=(?:"[^"]*"|'[^']*'))\s*\/?>)/i;

test.each(advertisements)(
  'the advertisement %s can be posted, read, copied and searched',
  async (name, advertisement) => {
    const acme = await service.newEmployer();
    const { status, body, text, headers } = await acme.post('/jobs', advertisement);
    const { locations, categories, description, ...others } = advertisement;
    expect([status, body]).toMatchObject([201, others]);
    expect([body.locations.length, body.categories.length]).toEqual([locations.length, categories.length]);

    // The text keeps every word and only allowed markup. A warning names removed markup, or double escaping.
    expect(textOf(body.description)).toBe(textOf(description));
    expect(body.description.replace(allowedMarkup, '')).not.toMatch(/[<>]/);
    expect(isWarnedOfMarkup(headers)).toBe(foreign.test(description) || isEscapedTwice(name));

    for (const path of [`/jobs/${body.id}`, '/jobs']) {
      const again = await acme.put(path, (await acme.get(`/jobs/${body.id}`)).text);
      const isWarned = isWarnedOfMarkup(again.headers);
      expect([again.status, again.text, isWarned]).toEqual([200, text, isEscapedTwice(name)]);
    }
    const results = await acme.get(`/jobs?q=${encodeURIComponent(advertisement.title.slice(2, 14))}`);
    expect(results.body.data.map(({ id }: { id: number }) => id)).toEqual([body.id]);
    const copy = await acme.post('/jobs', { ...body, referenceId: null });
    const { id, postingUrl, createdAt, updatedAt } = copy.body;
    const own = { id, referenceId: null, postingUrl, createdAt, updatedAt };
    expect([copy.status, copy.body]).toEqual([201, { ...body, ...own }]);
  },
);
