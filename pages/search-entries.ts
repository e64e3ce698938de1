import { Html, plainText } from './html.ts';
import type { ReferenceGroup } from './reference-group.ts';

/** Search terms for entries whose own text lacks them or only mentions them. */
export const searchSynonyms: Readonly<Record<string, string>> = {
  'first-job':
    'get started quick start tutorial hello world curl example external id own id duplicate put time zone timezone utc close a job closing date expired expiry archive draft publish unpublish status reopen',
  retries:
    'idempotent idempotency timeout duplicate safe again rate limits throttling throttle too many requests 429 quota',
  paging: 'pagination cursor page size limit next previous offset',
  'nightly-sync': 'csv import bulk full synchronise ats feed',
  authentication: 'api key bearer token login password credentials 401 403',
  errors: 'problem 400 404 409 500 503 status codes validation',
  clients:
    'npm javascript typescript node sdk library java php go python c# openapi generator swagger postman deprecated deprecation changelog breaking change sunset',
  'job-content':
    'html bold text formatting line break rich text sanitize script city province location address country',
  'public-pages': 'french language bilingual logo share brand confidential report',
  'career-site': 'career careers page website google for jobs seo rss feed sitemap embed cors widget',
  applying: 'candidates application form spam file upload questions captcha',
  'receiving-applications': 'candidates applicants email inbox',
  stages: 'recruiter hired rejected interview withdraw erase gdpr privacy confirmation',
  'follow-changes': 'poll polling cursor events stream export',
  'many-employers': 'partner agency ats vendor multi tenant several accounts on behalf',
  'receive-webhooks': 'webhook signature hmac verify secret callback push notification subscribe retry',
  createJob: 'post publish add new advertise remote hybrid',
  updateJob: 'edit change modify etag if-match optimistic locking concurrent',
  getJob: 'read show view etag',
  deleteJob: 'remove',
  deleteJobByReference: 'remove own id',
  refreshJob: 'repost renew bump posting top',
  listJobs: 'search filter find query status',
  batchJobs: 'bulk import mass many several',
  validateJob: 'dry run test check preview',
  listJobHistory: 'who changed audit log history revisions',
  listEvents: 'audit log cursor changes feed',
  listApplications: 'applicants candidates',
  listJobApplications: 'applicants candidates',
  getApplication: 'applicant candidate cover letter',
  deleteApplication: 'remove candidate gdpr privacy erase personal data',
  getApplicationResume: 'download cv resume attachment file pdf',
  createApplication: 'apply candidate upload file',
  createUpload: 'cv resume attachment large file size presigned url s3',
  releaseApplication: 'spam held suspicious',
  getEmployer: 'read show company profile account settings',
  updateEmployer:
    'edit change set company profile account settings website privacy policy notice description language confirmation email',
  setLogo: 'upload add change replace company logo image picture brand branding',
  deleteLogo: 'remove',
  createWebhook: 'subscribe events callback register',
  deleteWebhook: 'unsubscribe remove stop',
  updateWebhook: 'pause disable enable url',
  rotateWebhookSecret: 'renew signature key',
  testWebhook: 'ping try',
  createKey: 'issue generate credential token rotate',
  deleteKey: 'remove credential token leaked',
  upsertEmployerAccount: 'create add customer client company',
  updateEmployerAccount: 'rename block customer client company',
  listLocations: 'city search province autocomplete',
  listSalaryPeriods: 'salary hourly yearly wage pay',
  listJobCategories: 'industry sector',
  listPositionTypes: 'full time part time contract permanent',
  listPublicJobs: 'careers website widget feed',
  api_key_invalid: '401 unauthorized login',
  employer_suspended: '403 forbidden',
  rate_limit_exceeded: '429 too many requests',
  reference_id_taken: '409 duplicate conflict',
};

/** Removes samples and forms: they repeat the prose and double the index. */
const stripSamples = ({ text }: Html) => new Html(text.replaceAll(/<(pre|form)\b[^]*?<\/\1>/g, ' '));

/** Repeated words only enlarge the index. */
const uniqueWords = (text: string) => [...new Set(text.split(' '))].join(' ');

/** The search index of the reference: one text per entry, over all pages. */
export const searchEntries = (groups: readonly ReferenceGroup[]) =>
  groups.flatMap(({ title: group, boost = 1, entries }) =>
    entries.map(({ id, label, content }) => ({
      id,
      title: `${plainText(label)} ${id}`,
      words: searchSynonyms[id] ?? '',
      group,
      text: uniqueWords(plainText(stripSamples(content))),
      boost,
    })),
  );
