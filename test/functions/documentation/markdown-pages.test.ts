import { describe, expect, test } from '@jest/globals';
import { documentedOperations, type DocumentedOperation } from '../../../schemas/operation-schemas.ts';
import { problems } from '../../../schemas/problems.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

/** The maximum number of tokens of the guide and the reference for a language model, at four characters per token. */
const MAX_TOKENS = 45_000;

/** The text of llms.txt and of every page that it links to, by address. */
async function crawl(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const addresses = [`${service.origin}/llms.txt`];
  for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
    if (texts.has(address)) continue;
    const { status, headers, text } = await service.anyone.get(address);
    expect([address, status]).toEqual([address, 200]);
    texts.set(address, text);
    if (!headers.get('content-type')?.startsWith('text/plain')) continue;
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]*)\)/g)) {
      const { origin, href } = new URL(link.replace(/#.*$/, ''), address);
      if (origin === service.origin) addresses.push(href);
    }
  }
  return texts;
}

const crawled = await crawl();
const markdown = [...crawled].filter(([address]) => !address.endsWith('.json'));
const textOf = (file: string) => crawled.get(`${service.origin}/docs/${file}.md`) ?? '';

/** The headings of a page of the reference. */
const sections = (file: string) =>
  new Set([...textOf(file).matchAll(/^## (\S+)$/gm)].map(([, name]) => name));

describe('a Markdown copy', () => {
  test('has the address of this service in its samples', () => {
    const texts = markdown.map(([, text]) => text);
    expect(texts.filter((text) => text.includes('http://localhost:3000/api'))).toEqual([]);
    expect(textOf('first-job')).toContain(`${service.origin}/api/v1.1`);
  });
});

describe('llms.txt', () => {
  test('links to the pages that explain how to create a job, page through a list and verify a webhook', () => {
    expect(textOf('first-job')).toContain("call('POST', '/jobs'");
    expect(textOf('paging')).toContain('paging.next');
    expect(textOf('receive-webhooks')).toContain('hmac.compare_digest');
  });

  test('has every operation, every schema that an operation names, and every error', () => {
    const reference = markdown.map(([, text]) => text).join('\n');
    for (const [id, { summary, method, path }] of Object.entries<DocumentedOperation>(documentedOperations)) {
      expect(reference).toContain(`## ${summary}\n\n\`${method} /api/v1.1${path}\` (${id}).`);
    }
    const named = [...reference.matchAll(/\b(?:Body|`multipart\/form-data`|\d{3}): ([A-Z]\w+)/g)];
    expect(named.length).toBeGreaterThan(70);
    expect([...new Set(named.map(([, name]) => name)).difference(sections('schemas'))]).toEqual([]);
    expect([...new Set(Object.keys(problems)).difference(sections('problems'))]).toEqual([]);
  });

  test(`needs fewer than ${MAX_TOKENS} tokens with all pages`, () => {
    const characters = markdown.reduce(
      (sum, [, text]) => sum + text.replaceAll(service.origin, 'http://localhost:3000').length,
      0,
    );
    expect(characters / 4).toBeLessThan(MAX_TOKENS);
  });
});

test('every page of the reference links to its Markdown version, with the content type that it has', async () => {
  for (const page of ['/docs', '/docs/jobs', '/docs/schemas']) {
    const { text } = await service.anyone.get(`${service.origin}${page}`);
    const [, type = '', href = ''] = /<link rel="alternate" type="([^"]*)" href="([^"]*)"/.exec(text) ?? [];
    const address = new URL(href, `${service.origin}${page}`).href;
    expect([...crawled.keys()]).toContain(address);
    expect((await service.anyone.get(address)).headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  }
});

test('GET /api/v1.1 links to the documentation, also when the path contains a stage', async () => {
  const { status, body } = await service.anyone.get('');
  expect(status).toBe(200);
  expect(new URL(body.documentation, 'https://example.com/prod/api/v1.1').pathname).toBe('/prod/docs');
  for (const link of [body.documentation, body.index, body.openapi]) {
    const { status: linked } = await service.anyone.get(new URL(link, `${service.origin}/api/v1.1`).href);
    expect([link, linked]).toEqual([link, 200]);
  }
});
