import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import MiniSearch from 'minisearch';
import { searchIndex } from '../../pages/assets/search-index.js';
import { renderedPages } from '../../pages/rendered-pages.ts';
import { type searchEntries, searchSynonyms } from '../../pages/search-entries.ts';

/** The pages, and how many other tasks the event loop ran during rendering. */
async function renderWithOthers() {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const pages = await renderedPages();
  clearImmediate(next);
  return { pages, turns };
}

const { pages, turns } = await renderWithOthers();
const { brotli = '' } = pages['/docs/search.json'] ?? {};
const entries: ReturnType<typeof searchEntries> = JSON.parse(
  brotliDecompressSync(Buffer.from(brotli, 'base64')).toString(),
);
const search = await searchIndex(MiniSearch, entries);
const foundBy = (text: string) => search(text).map(({ id }) => id);

test('rendering yields to other requests after each page', () => {
  expect(turns).toBeGreaterThanOrEqual(Object.keys(pages).length);
});

// One text for each rule of the search, and for the synonyms of each entry.
test.each([
  ['own id', 'first-job'],
  ['idempotent', 'retries'],
  ['qouta', 'retries'],
  ['cursor', 'paging'],
  ['csv', 'nightly-sync'],
  ['html', 'job-content'],
  ['canadian cities', 'job-content'],
  ['401', 'authentication'],
  ['409', 'errors'],
  ['logo', 'public-pages'],
  ['rss', 'career-site'],
  ['application form', 'applying'],
  ['candidates', 'receiving-applications'],
  ['aplications', 'receiving-applications'],
  ['poll', 'follow-changes'],
  ['hmac', 'receive-webhooks'],
  ['partner', 'many-employers'],
  ['rotate key', 'createKey'],
  ['sdk', 'clients'],
  ['remote', 'createJob'],
  ['optimistic locking', 'updateJob'],
  ['search', 'listJobs'],
  ['remove job', 'deleteJob'],
  ['delete by reference', 'deleteJobByReference'],
  ['repost', 'refreshJob'],
  ['bulk', 'batchJobs'],
  ['dry run', 'validateJob'],
  ['who changed', 'listJobHistory'],
  ['list applicants', 'listApplications'],
  ['download cv', 'getApplicationResume'],
  ['gdpr', 'deleteApplication'],
  ['upload file', 'createApplication'],
  ['upload cv', 'createUpload'],
  ['company profile', 'getEmployer'],
  ['company profile', 'updateEmployer'],
  ['upload logo', 'setLogo'],
  ['remove logo', 'deleteLogo'],
  ['subscribe to events', 'createWebhook'],
  ['unsubscribe', 'deleteWebhook'],
  ['salary hourly', 'listSalaryPeriods'],
])('"%s" finds %s among the first three results', (text, id) => {
  expect(foundBy(text).slice(0, 3)).toContain(id);
});

test('a search finds only texts with all its words, and does not correct a word that the index contains', () => {
  expect(foundBy('create zeppelin')).toEqual([]);
  expect(foundBy('remote')).not.toContain('deleteWebhook');
});

test('all search synonyms belong to an existing entry', () => {
  const ids = new Set(entries.map(({ id }) => id));
  expect(Object.keys(searchSynonyms).filter((id) => !ids.has(id))).toEqual([]);
});
