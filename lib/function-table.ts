import { REFRESH_SHARDS } from '../functions/jobs/keys.ts';
import type { settings } from '../functions/platform/config.ts';
import type { ServedOperationId } from '../schemas/operations.ts';
import type { PublicPageId } from '../schemas/public-pages.ts';
import type { Capability } from './permissions.ts';
import type { StackPart } from './stack-names.ts';

/** The settings of deployed functions, without those of the local service. */
export type SettingName = Exclude<
  keyof typeof settings,
  'SMTP_URL' | 'WEBHOOK_TARGETS' | 'ENGINE_URL' | 'DATA_DIR'
>;

/** The stacks that have functions. */
export type FunctionStack = Exclude<StackPart, 'data'>;

/** Functions that share alarms. */
interface Group {
  stack: FunctionStack;
  /** Completes "functions …" in the texts of alarms. */
  which: string;
  /** Chosen for the CPU that Lambda assigns with it, which a cold start needs; the data needs less. */
  memoryMegabytes: number;
  /** The settings of its functions that use data. */
  settings: readonly SettingName[];
}

/** The groups of functions, at most 10 in each, because an alarm takes 10 metrics. */
export const groups = {
  // Dates, the currency of salaries, and the laws that postings follow.
  JobWrites: {
    stack: 'employers',
    which: 'that create, change and delete jobs',
    memoryMegabytes: 1_024,
    settings: ['TIME_ZONE', 'CURRENCY', 'POSTING_LAWS'],
  },
  JobReads: {
    stack: 'employers',
    which: 'that read or judge jobs',
    memoryMegabytes: 512,
    settings: [],
  },
  Profile: {
    stack: 'employers',
    which: 'of the profile and the deletion of an employer',
    memoryMegabytes: 512,
    settings: [],
  },
  Partners: {
    stack: 'events',
    which: 'of partners, their employers, and API keys',
    memoryMegabytes: 512,
    settings: [],
  },
  ReferenceData: { stack: 'employers', which: 'of the reference data', memoryMegabytes: 512, settings: [] },
  // Dates, URLs, and the currency of salaries.
  Postings: {
    stack: 'candidates',
    which: 'that show postings to candidates',
    memoryMegabytes: 512,
    settings: ['TIME_ZONE', 'BASE_URL', 'SITE_URL', 'CURRENCY'],
  },
  Applications: {
    stack: 'employers',
    which: 'that hand out applications',
    memoryMegabytes: 512,
    settings: [],
  },
  // A request with a résumé is up to 6 MB of text, of which memory holds several copies.
  Intake: {
    stack: 'candidates',
    which: 'that candidates apply with',
    memoryMegabytes: 1_024,
    settings: ['TIME_ZONE', 'BASE_URL'],
  },
  Site: {
    stack: 'candidates',
    which: 'of reports, of recruiters and of the key for search engines',
    memoryMegabytes: 512,
    settings: ['TIME_ZONE', 'BASE_URL', 'CURRENCY'],
  },
  Events: {
    stack: 'events',
    which: 'that tell what changed',
    memoryMegabytes: 512,
    settings: [],
  },
  Webhooks: { stack: 'events', which: 'of webhooks', memoryMegabytes: 512, settings: [] },
  EventLog: { stack: 'events', which: 'of the log of events', memoryMegabytes: 512, settings: [] },
  AutoRefresh: {
    stack: 'background',
    which: 'of auto-refresh',
    memoryMegabytes: 1_024,
    settings: ['TIME_ZONE'],
  },
  Mail: {
    stack: 'background',
    which: 'that send mail, or record what became of it',
    memoryMegabytes: 1_024,
    settings: [],
  },
  Upkeep: {
    stack: 'background',
    which:
      'that publish the feed, notify search engines, fold status maps, erase applications and remove logos',
    memoryMegabytes: 1_024,
    settings: [],
  },
  Canary: { stack: 'background', which: 'that try the service', memoryMegabytes: 512, settings: [] },
  Entrance: {
    stack: 'entrance',
    which: 'of the front page, the documentation, and requests for no operation',
    memoryMegabytes: 512,
    settings: [],
  },
} as const satisfies Record<string, Group>;

export type FunctionGroup = keyof typeof groups;

/** The deployment of a function. */
export interface FunctionRow {
  group: FunctionGroup;
  /** Exactly the capabilities that its code uses. */
  capabilities: readonly Capability[];
  /** Settings beyond those of its group and its capabilities. */
  settings?: readonly SettingName[];
  /** Overrides the memory of its group. */
  memoryMegabytes?: number;
}

const creates = [
  'allocateJobId',
  'assignLocationIds',
  'findReference',
  'writeNewJob',
  'writePublicName',
] as const;
const updatesOrCreates = [...creates, 'changeJob'] as const;
const updatesById = [
  'assignLocationIds',
  'findReference',
  'changeJob',
  'moveReference',
  'writePublicName',
] as const;
const deletesByReference = ['findReference', 'removeJob'] as const;
const receives = [
  'findPosting',
  'readSigningSecret',
  'countApplications',
  'countConfirmations',
  'receiveApplication',
  'storeFile',
  'removeFile',
  'takeUpload',
] as const;
const mailSettings = ['MAIL_FROM', 'MAIL_NAME', 'OPERATOR_NAME', 'MAIL_CONFIGURATION_SET'] as const;
const intakeSettings = [
  'RATE_LIMITS',
  'TRUSTED_PROXY',
  'APPLICATION_RETENTION_DAYS',
  'CONFIRMATIONS_PER_DAY',
] as const;

// A validation runs the rules of the operations that write, so it needs their CPU and settings.
const validation: FunctionRow = {
  group: 'JobReads',
  memoryMegabytes: 1_024,
  settings: ['TIME_ZONE', 'CURRENCY', 'POSTING_LAWS'],
  capabilities: [
    'authenticate',
    'prefetchItems',
    'readJob',
    'findReference',
    'readIdempotencyRecord',
    'readLocationIds',
  ],
};

const fixedList: FunctionRow = { group: 'ReferenceData', capabilities: [] };

/** The functions of operations and public pages, whose routes are in `schemas/`. */
export const requestFunctions: Record<ServedOperationId | PublicPageId, FunctionRow> = {
  listJobs: { group: 'JobReads', capabilities: ['authenticate', 'listJobs', 'searchJobs'] },
  createJob: {
    group: 'JobWrites',
    // With X-HTTP-Method-Override, the function also serves PUT and DELETE.
    capabilities: ['authenticate', ...updatesOrCreates, 'writeIdempotencyRecord', ...deletesByReference],
  },
  upsertJob: { group: 'JobWrites', capabilities: ['authenticate', ...updatesOrCreates] },
  deleteJobByReference: { group: 'JobWrites', capabilities: ['authenticate', ...deletesByReference] },
  batchJobs: {
    group: 'JobWrites',
    capabilities: [
      'authenticate',
      'prefetchItems',
      ...updatesOrCreates,
      'writeIdempotencyRecord',
      'moveReference',
      'removeJob',
    ],
  },
  validateJob: validation,
  validateUpsert: validation,
  listReferences: { group: 'JobReads', capabilities: ['authenticate', 'listReferences'] },
  getJob: { group: 'JobReads', capabilities: ['authenticate', 'readJob'] },
  // With X-HTTP-Method-Override, the function also serves DELETE.
  updateJob: { group: 'JobWrites', capabilities: ['authenticate', ...updatesById, 'removeJob'] },
  deleteJob: { group: 'JobWrites', capabilities: ['authenticate', 'removeJob'] },
  refreshJob: { group: 'JobWrites', capabilities: ['authenticate', 'refreshJob'] },
  listJobHistory: { group: 'Events', capabilities: ['authenticate', 'readEvents', 'readJob'] },
  listEvents: { group: 'Events', capabilities: ['authenticate', 'readEvents'] },
  listApplications: {
    group: 'Applications',
    capabilities: ['authenticate', 'readSigningSecret', 'listApplications', 'findCandidate'],
  },
  listJobApplications: {
    group: 'Applications',
    capabilities: ['authenticate', 'readSigningSecret', 'listJobApplications', 'readJob', 'readClicks'],
  },
  // A request with a résumé is up to 6 MB of text, of which memory holds several copies.
  importApplication: {
    group: 'Applications',
    memoryMegabytes: 1_024,
    capabilities: [
      'authenticate',
      'readSigningSecret',
      'readJob',
      'readApplication',
      'receiveApplication',
      'storeFile',
      'removeFile',
    ],
    settings: ['APPLICATION_RETENTION_DAYS'],
  },
  batchApplications: {
    group: 'Applications',
    memoryMegabytes: 1_024,
    capabilities: [
      'authenticate',
      'readSigningSecret',
      'readApplication',
      'changeApplication',
      'eraseApplication',
      'removeFile',
    ],
    settings: ['MAIL_CONFIGURATION_SET'],
  },
  getApplication: {
    group: 'Applications',
    capabilities: ['authenticate', 'readSigningSecret', 'readApplication'],
  },
  getApplicationResume: {
    group: 'Applications',
    capabilities: ['authenticate', 'readSigningSecret', 'readApplication', 'readFile'],
  },
  deleteApplication: {
    group: 'Applications',
    capabilities: ['authenticate', 'readSigningSecret', 'readApplication', 'eraseApplication', 'removeFile'],
    settings: ['MAIL_CONFIGURATION_SET'],
  },
  // With X-HTTP-Method-Override, the function also serves DELETE.
  updateApplication: {
    group: 'Applications',
    capabilities: [
      'authenticate',
      'readSigningSecret',
      'changeApplication',
      'eraseApplication',
      'removeFile',
    ],
    settings: ['MAIL_CONFIGURATION_SET'],
  },
  resendApplication: {
    group: 'Applications',
    capabilities: ['authenticate', 'readSigningSecret', 'readApplication', 'readJob', 'queueMail'],
  },
  releaseApplication: {
    group: 'Applications',
    capabilities: ['authenticate', 'readSigningSecret', 'readApplication', 'queueMail'],
  },
  listWebhooks: { group: 'Webhooks', capabilities: ['authenticate', 'listWebhooks'] },
  createWebhook: {
    group: 'Webhooks',
    capabilities: ['authenticate', 'addWebhook', 'readSigningSecret', 'readLastEvent'],
  },
  getWebhook: { group: 'Webhooks', capabilities: ['authenticate', 'readWebhook'] },
  updateWebhook: {
    group: 'Webhooks',
    capabilities: ['authenticate', 'changeWebhook', 'removeWebhook', 'readEvents'],
  },
  deleteWebhook: { group: 'Webhooks', capabilities: ['authenticate', 'removeWebhook'] },
  rotateWebhookSecret: {
    group: 'Webhooks',
    capabilities: ['authenticate', 'changeWebhook', 'readSigningSecret'],
  },
  testWebhook: {
    group: 'Webhooks',
    capabilities: ['authenticate', 'readWebhook', 'readSigningSecret', 'readLastEvent'],
  },
  getEmployer: { group: 'Profile', capabilities: ['authenticate', 'readProfile'] },
  getPartner: { group: 'Partners', capabilities: ['authenticate', 'findAccounts', 'readProfile'] },
  updatePartner: {
    group: 'Partners',
    capabilities: ['authenticate', 'findAccounts', 'changePartnerContact'],
  },
  listKeys: { group: 'Partners', capabilities: ['authenticate', 'listOwnKeys'] },
  createKey: {
    group: 'Partners',
    capabilities: ['authenticate', 'listOwnKeys', 'issueOwnKey', 'readSigningSecret'],
  },
  updateKey: { group: 'Partners', capabilities: ['authenticate', 'listOwnKeys', 'changeOwnKey'] },
  deleteKey: { group: 'Partners', capabilities: ['authenticate', 'listOwnKeys', 'changeOwnKey'] },
  listEmployers: {
    group: 'Partners',
    capabilities: ['authenticate', 'findAccounts', 'listAccounts'],
  },
  upsertEmployerAccount: {
    group: 'Partners',
    capabilities: ['authenticate', 'findAccounts', 'addAccount', 'changeAccount'],
  },
  getEmployerAccount: { group: 'Partners', capabilities: ['authenticate', 'findAccounts'] },
  updateEmployerAccount: {
    group: 'Partners',
    capabilities: [
      'authenticate',
      'findAccounts',
      'changeAccount',
      'moveAccountReference',
      'resumeAfterSuspension',
      'writeDeliveryCursors',
    ],
  },
  // The group of partners is full.
  requestEmployerAccountDeletion: {
    group: 'Profile',
    capabilities: ['authenticate', 'findAccounts', 'changeAccount'],
  },
  // Cleaning HTML needs the CPU of the operations that write jobs.
  updateEmployer: {
    group: 'Profile',
    memoryMegabytes: 1_024,
    capabilities: ['authenticate', 'changeProfile'],
  },
  setLogo: { group: 'Profile', capabilities: ['authenticate', 'setProfileLogo', 'storeLogo'] },
  deleteLogo: { group: 'Profile', capabilities: ['authenticate', 'setProfileLogo', 'removeLogo'] },
  listPositionTypes: fixedList,
  getPositionType: fixedList,
  listJobCategories: fixedList,
  getJobCategory: fixedList,
  listSalaryPeriods: fixedList,
  getSalaryPeriod: fixedList,
  listApplicantRoutingTypes: fixedList,
  getApplicantRoutingType: fixedList,
  listLocations: { group: 'ReferenceData', capabilities: ['listAssignedLocations'], settings: ['BASE_URL'] },
  getLocation: { group: 'ReferenceData', capabilities: ['listAssignedLocations'] },
  listPublicJobs: { group: 'Postings', capabilities: ['listPostings', 'readSigningSecret'] },
  getPublicJob: { group: 'Postings', capabilities: ['findPosting'] },
  createApplication: {
    group: 'Intake',
    capabilities: [...receives, 'readApplicationRecord'],
    settings: intakeSettings,
  },
  createUpload: {
    group: 'Intake',
    capabilities: ['findPosting', 'readSigningSecret', 'countApplications', 'offerUpload'],
    settings: ['RATE_LIMITS', 'TRUSTED_PROXY'],
  },

  showPosting: { group: 'Postings', capabilities: ['findPosting'] },
  showEmployer: { group: 'Postings', capabilities: ['listPostings', 'readSigningSecret'] },
  followPosting: { group: 'Postings', capabilities: ['findPosting', 'countClick'] },
  showApplyForm: {
    group: 'Intake',
    capabilities: ['findPosting', 'readSigningSecret'],
    settings: ['CURRENCY', 'APPLICATION_RETENTION_DAYS', 'UPLOADS_ORIGIN'],
  },
  submitApplyForm: {
    group: 'Intake',
    capabilities: receives,
    settings: ['CURRENCY', 'UPLOADS_ORIGIN', ...intakeSettings],
  },
  robots: { group: 'Postings', capabilities: [], settings: ['BASE_URL'] },
  showLogo: { group: 'Postings', capabilities: ['showLogo'] },
  // The group of postings is full.
  indexNowKey: { group: 'Site', capabilities: [], settings: ['SEARCH_ENGINES', 'BASE_URL'] },
  feed: { group: 'Postings', capabilities: ['readPublicFile'] },
  sitemap: { group: 'Postings', capabilities: ['readPublicFile'] },
  sitemapPart: { group: 'Postings', capabilities: ['readPublicFile'] },
  showApplication: {
    group: 'Intake',
    capabilities: ['readSigningSecret', 'readApplication', 'readPostingSnapshot', 'readJob'],
    settings: ['CURRENCY'],
  },
  withdrawApplication: {
    group: 'Intake',
    capabilities: ['readSigningSecret', 'readApplication', 'readJob', 'eraseApplication', 'removeFile'],
    settings: ['CURRENCY', 'MAIL_CONFIGURATION_SET'],
  },
  showRecruitingPage: {
    group: 'Site',
    capabilities: ['readSigningSecret', 'readJob', 'readApplication', 'listJobApplications', 'readFile'],
  },
  submitRecruitingForm: {
    group: 'Site',
    capabilities: [
      'readSigningSecret',
      'readJob',
      'changeApplication',
      'queueMail',
      'eraseApplication',
      'removeFile',
      'countApplications',
      'queueLink',
    ],
    settings: ['MAIL_CONFIGURATION_SET'],
  },
  showFrontPage: { group: 'Entrance', capabilities: ['readPublicFile'], settings: ['BASE_URL', 'CURRENCY'] },
  showReporting: { group: 'Site', capabilities: [], settings: ['BASE_URL'] },
  showReportForm: { group: 'Site', capabilities: ['findPosting'] },
  submitReport: {
    group: 'Site',
    capabilities: ['findPosting', 'readSigningSecret', 'countApplications', 'receiveReport'],
    settings: ['RATE_LIMITS'],
  },
};

/** How often a schedule calls its function. */
export type Period = 'minute' | 'fiveMinutes' | 'hour' | 'day';

/** Calls a function once in each period with each input; the calls are spread over the period. */
export interface ScheduledTrigger {
  every: Period;
  inputs: readonly object[];
}

/** Calls a function with changes of items, selected by the prefixes of their keys. */
export interface RecordsTrigger {
  records: readonly { partition: string; sort: string }[];
}

/** A function without routes. */
export interface BackgroundRow extends FunctionRow {
  description: string;
  /** A schedule, changes of the table or both; SES, which reports the delivery of a mail; or a deployment. */
  trigger:
    ScheduledTrigger | RecordsTrigger | (ScheduledTrigger & RecordsTrigger) | 'mailEvents' | 'deployment';
  timeoutSeconds: number;
}

/**
 * The functions that schedules call, in the order in which they share a period. None reserves concurrency: runs may
 * overlap, inputs and retries limit their number, and an account has little concurrency to reserve.
 */
export const scheduledFunctions = {
  publishFeeds: {
    description: 'Publish the feed and the sitemap of all open postings',
    trigger: { every: 'hour', inputs: [{}] },
    group: 'Upkeep',
    // One full CPU, to compress all postings.
    memoryMegabytes: 1_769,
    // A run stops a minute before this; the next run starts from the beginning.
    timeoutSeconds: 900,
    capabilities: ['findPostings', 'readSigningSecret', 'publishFiles', 'readPublicFile'],
    settings: ['TIME_ZONE', 'BASE_URL', 'SITE_URL', 'CURRENCY', 'OPERATOR_NAME'],
  },
  notifySearchEngines: {
    description: 'Notify search engines of postings that opened, changed or closed',
    trigger: { every: 'fiveMinutes', inputs: [{}] },
    group: 'Upkeep',
    // The state of a million postings takes 1,200 MB to compare.
    memoryMegabytes: 1_769,
    // A run stops a minute before this; the next run continues.
    timeoutSeconds: 290,
    capabilities: ['findPostings', 'readSigningSecret', 'keepNotifications', 'readSearchAccount'],
    settings: ['SEARCH_ENGINES', 'TIME_ZONE', 'BASE_URL', 'SITE_URL'],
  },
  refreshDueJobs: {
    description: 'Refresh the due jobs of a shard (auto-refresh)',
    trigger: { every: 'hour', inputs: Array.from({ length: REFRESH_SHARDS }, (_, shard) => ({ shard })) },
    group: 'AutoRefresh',
    // A run stops a minute before this; the next run continues.
    timeoutSeconds: 600,
    capabilities: ['findDueJobs', 'refreshByPlan'],
  },
  foldStatusMaps: {
    description: 'Fold the status maps in which enough has changed',
    trigger: { every: 'hour', inputs: [{}] },
    group: 'Upkeep',
    // A run stops a minute before this; the next run continues.
    timeoutSeconds: 600,
    capabilities: ['foldStatusMaps'],
  },
  sendApplications: {
    description: 'Send the mail of applications that is due',
    trigger: { every: 'minute', inputs: [{}] },
    group: 'Mail',
    // A run starts no mail in its last 40 s, so two runs never send together: SES takes 14 mails a second.
    timeoutSeconds: 95,
    capabilities: [
      'findDueMail',
      'recordMail',
      'readSigningSecret',
      'readFile',
      'readProfile',
      'readJob',
      'countMails',
      'sendMail',
    ],
    settings: ['TIME_ZONE', 'BASE_URL', 'SITE_URL', 'MAILS_PER_ADDRESS', ...mailSettings],
  },
  sendConfirmations: {
    description: 'Send the mail that confirms applications to candidates',
    // A separate function, so that confirmations do not delay mail to employers.
    trigger: { every: 'minute', inputs: [{}] },
    group: 'Mail',
    // Less than a lease, so that no run sends a mail after its lease has ended.
    timeoutSeconds: 120,
    capabilities: [
      'findDueMail',
      'recordConfirmation',
      'readApplication',
      'readJob',
      'readEmployer',
      'readSigningSecret',
      'countMails',
      'sendMail',
    ],
    settings: [
      'TIME_ZONE',
      'BASE_URL',
      'SITE_URL',
      'MAILS_PER_ADDRESS',
      'OPERATOR_EMAIL',
      'OPERATOR_PRIVACY_URL',
      ...mailSettings,
    ],
  },
  sendReports: {
    description: 'Send the reports of postings to the operator of the service',
    trigger: { every: 'fiveMinutes', inputs: [{}] },
    group: 'Mail',
    // Less than a lease, so that no run sends a mail after its lease has ended.
    timeoutSeconds: 120,
    capabilities: ['findDueMail', 'recordReportMail', 'sendMail'],
    settings: ['TIME_ZONE', 'BASE_URL', 'SITE_URL', 'OPERATOR_EMAIL', ...mailSettings],
  },
  sendNotices: {
    description: 'Tell the owners of webhooks that these are disabled',
    trigger: { every: 'fiveMinutes', inputs: [{}] },
    group: 'Mail',
    // Less than a lease, so that no run sends a mail after its lease has ended.
    timeoutSeconds: 120,
    capabilities: [
      'findDueMail',
      'recordNotice',
      'readProfile',
      'readSigningSecret',
      'countMails',
      'sendMail',
    ],
    settings: ['TIME_ZONE', 'MAILS_PER_ADDRESS', ...mailSettings],
  },
  sendWebhooks: {
    description: 'Deliver events to webhooks',
    // A change of a log's head starts a delivery. The schedule delivers what must wait, or what was missed.
    trigger: { every: 'minute', inputs: [{}], records: [{ partition: 'V#', sort: 'HEAD' }] },
    group: 'Webhooks',
    // Less than a lease, so that no run sends an event after its lease has ended.
    timeoutSeconds: 120,
    capabilities: [
      'deliverToWebhooks',
      'writeDeliveryCursors',
      'listPartnerEmployers',
      'readEvents',
      'readEmployer',
      'listEmployers',
      'readSigningSecret',
    ],
  },
  addParkedChanges: {
    description: 'Add to the log of events what it could not take at once',
    trigger: { every: 'minute', inputs: [{}] },
    group: 'EventLog',
    timeoutSeconds: 60,
    capabilities: ['buildLog', 'addParkedChanges'],
    settings: ['EVENT_RETENTION_DAYS'],
  },
  sweepApplications: {
    description: 'Erase the applications whose time is over, and mail which ones wait',
    trigger: { every: 'day', inputs: [{}] },
    group: 'Upkeep',
    // A run stops a minute before this; the next run continues.
    timeoutSeconds: 900,
    capabilities: [
      'listEmployers',
      'readSigningSecret',
      'listApplications',
      'eraseApplication',
      'removeFile',
      'sweepUploads',
      'listFiles',
      'readWaitingApplications',
      'readJob',
      'countApplications',
      'sendMail',
    ],
    settings: ['BASE_URL', 'SITE_URL', ...mailSettings],
  },
  sweepLogos: {
    description: 'Remove the logos that no employer has any more',
    trigger: { every: 'day', inputs: [{}] },
    group: 'Upkeep',
    // A run stops a minute before this; the next run continues.
    timeoutSeconds: 600,
    capabilities: ['sweepLogos'],
  },
  runCanary: {
    description: 'Try the service through its public URL (canary)',
    trigger: { every: 'fiveMinutes', inputs: [{}] },
    group: 'Canary',
    // Longer than a smoke test and the deletion of its job.
    timeoutSeconds: 90,
    capabilities: ['readSigningSecret', 'createCanaryAccount'],
    settings: ['BASE_URL'],
  },
} as const satisfies Record<string, BackgroundRow & { trigger: ScheduledTrigger }>;

export type ScheduledId = keyof typeof scheduledFunctions;

/** The functions without routes. */
export const backgroundFunctions: Record<
  ScheduledId | 'createSigningSecret' | 'buildLog' | 'recordMailEvent',
  BackgroundRow
> = {
  ...scheduledFunctions,
  createSigningSecret: {
    description: 'Create the signing secret of the service, unless it exists',
    trigger: 'deployment',
    group: 'Events',
    timeoutSeconds: 60,
    capabilities: ['createSigningSecret'],
  },
  buildLog: {
    description: 'Add to the log of events what changed in the table',
    trigger: {
      records: [
        { partition: 'E#', sort: 'J#' },
        { partition: 'E#', sort: 'PROFILE' },
        { partition: 'KEY#', sort: 'KEY' },
        // The numbers of applications and webhooks have twelve digits.
        { partition: 'A#', sort: '0' },
        { partition: 'W#', sort: '0' },
      ],
    },
    group: 'EventLog',
    // A call of the database gives up earlier.
    timeoutSeconds: 60,
    capabilities: ['buildLog', 'parkChanges', 'readSigningSecret'],
    settings: ['EVENT_RETENTION_DAYS'],
  },
  recordMailEvent: {
    description: 'Record what became of a mail about an application, as SES reports it',
    trigger: 'mailEvents',
    group: 'Mail',
    memoryMegabytes: 512,
    timeoutSeconds: 30,
    capabilities: ['recordMail', 'readSigningSecret'],
  },
};

/** The operations that logs and metrics name. */
export type LoggedId = keyof typeof requestFunctions | keyof typeof backgroundFunctions;

/** The name of the function for an operation or a schedule: its id in kebab-case. */
export const functionNameOf = (id: string): string =>
  id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
