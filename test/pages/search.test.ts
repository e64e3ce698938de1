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

/** Search texts by the id of the entry that people mean. */
const meant: Record<string, string[]> = {
  'first-job': [
    'get started',
    'hello world',
    'tutorial',
    'external id',
    'own id',
    'duplicate',
    'time zone',
    'closing date',
    'close a job',
    'expired',
    'expird',
    'archive',
    'draft',
    'unpublish',
    'unpubblish',
    'duplciate',
  ],
  retries: [
    'idempotent',
    'Idempotency-Key',
    'timeout',
    'retri safely',
    'rate limit',
    'throttling',
    '429',
    '600',
    'quota',
    'qouta',
  ],
  paging: ['cursor', 'page size', 'next page', 'pagination', 'paginaton'],
  'nightly-sync': ['csv', 'import', 'sync', 'nightly', 'bulk'],
  'job-content': ['html', 'bold text', 'city', 'canadian cities'],
  authentication: ['401', 'api key', 'bearer token', 'oauth', 'authentcation'],
  errors: ['409', 'status codes'],
  'public-pages': ['french', 'logo', 'confidential'],
  'career-site': ['career page', 'google for jobs', 'rss'],
  applying: ['application form', 'spam'],
  'receiving-applications': ['candidates', 'email applications', 'aplications'],
  'follow-changes': ['poll', 'cursor'],
  'receive-webhooks': ['webhook signature', 'hmac', 'webhook'],
  'many-employers': ['partner', 'agency', 'multi tenant'],
  createKey: ['rotate key', 'issue key'],
  deleteKey: ['revoke key'],
  upsertEmployerAccount: ['create employer'],
  clients: [
    'npm',
    'sdk',
    'typescript',
    'python',
    'java',
    'openapi generator',
    'deprecated',
    'changelog',
    'verison',
  ],
  createJob: ['post a job', 'craete a job', 'remote'],
  updateJob: ['edit job', 'optimistic locking', 'etag'],
  getJob: ['get one job'],
  listJobs: ['search', 'filter', 'list your jobs'],
  deleteJob: ['delete job', 'remove job', 'how do I delete a job'],
  deleteJobByReference: ['delete by reference', 'delete with my own id'],
  refreshJob: ['repost', 'renew posting'],
  batchJobs: ['bulk', 'batch', 'bacth'],
  validateJob: ['dry run'],
  listJobHistory: ['who changed', 'audit log'],
  listApplications: ['list applicants'],
  getApplicationResume: ['download cv', 'cv', 'résumé', 'RESUME', 'attachment'],
  deleteApplication: ['gdpr', 'remove candidate', 'privacy'],
  createApplication: ['apply', 'upload file'],
  createUpload: ['upload cv', 'upload file', 'large file'],
  releaseApplication: ['held'],
  getEmployer: ['company profile', 'profile'],
  updateEmployer: ['company profile', 'edit profile', 'website', 'privacy', 'privacy policy'],
  setLogo: ['logo', 'upload logo', 'company logo'],
  deleteLogo: ['delete logo', 'remove logo'],
  createWebhook: ['subscribe to events'],
  deleteWebhook: ['unsubscribe'],
  listSalaryPeriods: ['salary hourly'],
};

test('rendering yields to other requests after each page', () => {
  expect(turns).toBeGreaterThanOrEqual(Object.keys(pages).length);
});

test.each(Object.entries(meant).flatMap(([id, texts]) => texts.map((text) => [text, id])))(
  '"%s" finds %s among the first three results',
  (text, id) => {
    expect(foundBy(text).slice(0, 3)).toContain(id);
  },
);

test('a search finds only texts with all its words, and does not correct a word that the index contains', () => {
  expect(foundBy('create zeppelin')).toEqual([]);
  expect(foundBy('remote')).not.toContain('deleteWebhook');
});

test('all search synonyms belong to an existing entry', () => {
  const ids = new Set(entries.map(({ id }) => id));
  expect(Object.keys(searchSynonyms).filter((id) => !ids.has(id))).toEqual([]);
});
