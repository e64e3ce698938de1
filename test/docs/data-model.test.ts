import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from '@jest/globals';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { aJob } from '../setup/a-job.ts';
import { setClock } from '../setup/clock.ts';
import { codeBlocks } from '../setup/markdown.ts';
import { ownService } from '../setup/own-service.ts';

type Item = Record<string, unknown>;

const service = await ownService();
const now = '2026-06-01T12:00:00Z';
setClock(now);
beforeEach(() => setClock(now));
const acme = await service.newEmployer({ name: 'Acme Inc.', plan: 'unlimited' });

/** Creates and updates a job with every field that is stored in a separate item. */
async function createAndUpdate(): Promise<void> {
  const baker = aJob({
    referenceId: 'REQ-1',
    title: 'Apprentice',
    status: 'active',
    autoRefresh: true,
    locations: [{ description: 'Kitsilano, BC' }, { description: 'Vancouver, BC' }],
    categories: [{ id: 18 }],
    salary: { amount: 24.5, maxAmount: 30, period: { id: 5 } },
    description: '<p>Bread, early in the morning.</p>',
  });
  const { status, body } = await acme.post('/jobs', baker, { 'idempotency-key': 'sync-1' });
  expect(status).toBe(201);
  expect((await acme.put(`/jobs/${body.id}`, { title: 'Baker' })).status).toBe(200);
}

const withMatchers = (documentedItem: object): Item =>
  Object.fromEntries(Object.entries(documentedItem).map(([name, value]) => [name, toMatcher(value)]));

/** Converts a value of an example to a matcher for all values of its kind. */
function toMatcher(example: unknown): unknown {
  if (example === '…') return expect.anything();
  if (Array.isArray(example)) return example.map(toMatcher);
  if (typeof example === 'object' && example !== null) return withMatchers(example);
  if (typeof example !== 'string' || !example.includes('…')) return example;
  return expect.stringMatching(
    `^${example
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.+')}$`,
  );
}

test('docs/data-model.md shows the items of a real table', async () => {
  await createAndUpdate();
  const client = createDocumentClient();
  const { Items = [] } = await client.send(new ScanCommand({ TableName: process.env['TABLE_NAME'] ?? '' }));
  const items = Items.map((item): Item => ({ ...item }));

  const page = readFileSync(join(import.meta.dirname, '../../docs/data-model.md'), 'utf8');
  const examples = codeBlocks(page, 'json').map((text) => {
    const parsed: Item = JSON.parse(text);
    return withMatchers(parsed);
  });
  for (const example of examples) expect(items).toContainEqual(example);
  expect(examples).toHaveLength(2);
});
