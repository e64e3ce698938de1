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

export type FunctionStack = Exclude<StackPart, 'data'>;

/** Functions that share a log and alarms. */
interface Group {
  stack: FunctionStack;
  /** Completes "functions …" in the texts of alarms. */
  which: string;
  /** The memory of the functions, chosen for the CPU that comes with it: a cold start needs more CPU than memory. */
  memoryMegabytes: number;
  /** The settings of those functions of the group that use data. */
  settings: readonly SettingName[];
}

const groupOf = (
  stack: FunctionStack,
  which: string,
  { memoryMegabytes = 512, settings = [] }: Partial<Group> = {},
): Group => ({ stack, which, memoryMegabytes, settings });

/** The groups of functions. Each has a log. */
export const groups = {
  // The settings for dates, the currency of salaries, and the laws that postings must follow.
  JobWrites: groupOf('employers', 'that create, change and delete jobs', {
    memoryMegabytes: 1_024,
    settings: ['TIME_ZONE', 'CURRENCY', 'POSTING_LAWS'],
  }),
  JobReads: groupOf('employers', 'that read or judge jobs'),
  Profile: groupOf('employers', 'of the profile and the deletion of an employer'),
  Partners: groupOf('events', 'of partners, their employers, and API keys'),
  Maintenance: groupOf('employers', 'that refuse requests in maintenance'),
  ReferenceData: groupOf('employers', 'of the reference data'),
  // The settings for dates, URLs, and the currency of salaries.
  Postings: groupOf('candidates', 'that show postings to candidates', {
    settings: ['TIME_ZONE', 'BASE_URL', 'SITE_URL', 'CURRENCY'],
  }),
  Applications: groupOf('employers', 'that hand out applications'),
  // A request with a résumé is up to 6 MB of text, of which memory holds several copies.
  Intake: groupOf('candidates', 'that candidates apply with', {
    memoryMegabytes: 1_024,
    settings: ['TIME_ZONE', 'BASE_URL'],
  }),
  Site: groupOf('candidates', 'of reports and of recruiters', {
    settings: ['TIME_ZONE', 'BASE_URL', 'CURRENCY'],
  }),
  Events: groupOf('events', 'that tell what changed'),
  Webhooks: groupOf('events', 'of webhooks'),
  EventLog: groupOf('events', 'of the log of events'),
  AutoRefresh: groupOf('background', 'of auto-refresh', { memoryMegabytes: 1_024, settings: ['TIME_ZONE'] }),
  Mail: groupOf('background', 'that send mail, or record what became of it', { memoryMegabytes: 1_024 }),
  Upkeep: groupOf(
    'background',
    'that publish the feed, notify search engines, fold status maps, erase applications and remove logos',
    { memoryMegabytes: 1_024 },
  ),
  Canary: groupOf('background', 'that try the service'),
  Entrance: groupOf('entrance', 'of the front page, the documentation, and requests for no operation'),
};

export type FunctionGroup = keyof typeof groups;

/** The deployment of a function. */
export interface FunctionRow {
  group: FunctionGroup;
  /** Exactly the capabilities that the code of the function uses. */
  capabilities: readonly Capability[];
  /** Settings in addition to those of the group and of the capabilities. */
  settings?: readonly SettingName[];
  /** The memory of the function, if it differs from that of the group. */
  memoryMegabytes?: number;
}

const creates = [
  'allocateJobId',
  'assignLocationIds',
  'readEmployer',
  'writeNewJob',
  'writePublicName',
] as const;
// A new applicationEmail needs another permission if the job has applications.
const updatesOrCreates = [...creates, 'changeEmployer', 'listApplications'] as const;
const updatesById = [
  'assignLocationIds',
  'readEmployer',
  'changeEmployer',
  'moveReference',
  'writePublicName',
  'listApplications',
] as const;
const deletesByReference = ['readEmployer', 'removeJob'] as const;
const receives = [
  'findPosting',
  'readSigningSecret',
  'count',
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
const validation = {
  memoryMegabytes: 1_024,
  settings: ['TIME_ZONE', 'CURRENCY', 'POSTING_LAWS'],
  capabilities: ['prefetchItems', 'readEmployer', 'readLocationIds', 'listApplications'],
} as const;

/** A row without the defaults of its group, or only its capabilities. */
type GroupedRow = readonly Capability[] | Omit<FunctionRow, 'group'>;

const inGroup = <Id extends string>(
  group: FunctionGroup,
  rows: Record<Id, GroupedRow>,
  ofAll: readonly Capability[] = [],
) =>
  Object.fromEntries(
    Object.entries<GroupedRow>(rows).map(([id, grouped]) => {
      const row = 'capabilities' in grouped ? grouped : { capabilities: grouped };
      return [id, { ...row, group, capabilities: [...ofAll, ...row.capabilities] }];
    }),
  ) as unknown as Record<Id, FunctionRow>;

/** Functions of a group that need an API key. */
const withKey = <Id extends string>(group: FunctionGroup, rows: Record<Id, GroupedRow>) =>
  inGroup(group, rows, ['authenticate']);

/** The functions of operations and public pages, whose routes are in `schemas/`. */
export const requestFunctions: Record<ServedOperationId | PublicPageId, FunctionRow> = {
  ...withKey('JobWrites', {
    // With X-HTTP-Method-Override, the function also serves PUT and DELETE.
    createJob: [...updatesOrCreates, 'writeIdempotencyRecord', ...deletesByReference],
    upsertJob: updatesOrCreates,
    deleteJobByReference: deletesByReference,
    batchJobs: ['prefetchItems', ...updatesOrCreates, 'writeIdempotencyRecord', 'moveReference', 'removeJob'],
    // With X-HTTP-Method-Override, the function also serves DELETE.
    updateJob: [...updatesById, 'removeJob'],
    deleteJob: ['removeJob'],
    refreshJob: ['changeEmployer'],
  }),
  ...withKey('JobReads', {
    listJobs: ['listJobs', 'searchJobs'],
    validateJob: validation,
    validateUpsert: validation,
    listReferences: ['listReferences'],
    getJob: ['readEmployer'],
  }),
  ...withKey('Events', {
    listJobHistory: ['readEvents', 'readEmployer'],
    listEvents: ['readEvents'],
  }),
  ...withKey('Applications', {
    listApplications: ['readSigningSecret', 'listApplications', 'findApplications'],
    listJobApplications: ['readSigningSecret', 'findApplications', 'readEmployer', 'readApplication'],
    // A request with a résumé is up to 6 MB of text, of which memory holds several copies.
    importApplication: {
      memoryMegabytes: 1_024,
      capabilities: [
        'readSigningSecret',
        'readEmployer',
        'readApplication',
        'receiveApplication',
        'storeFile',
        'removeFile',
        'count',
      ],
      settings: ['APPLICATION_RETENTION_DAYS', 'MAILS_PER_ADDRESS'],
    },
    batchApplications: {
      memoryMegabytes: 1_024,
      capabilities: [
        'readSigningSecret',
        'readApplication',
        'changeApplication',
        'eraseApplication',
        'removeFile',
      ],
      settings: ['MAIL_CONFIGURATION_SET'],
    },
    getApplication: ['readSigningSecret', 'readApplication'],
    getApplicationResume: ['readSigningSecret', 'readApplication', 'readFile'],
    deleteApplication: {
      capabilities: ['readSigningSecret', 'readApplication', 'eraseApplication', 'removeFile'],
      settings: ['MAIL_CONFIGURATION_SET'],
    },
    // With X-HTTP-Method-Override, the function also serves DELETE.
    updateApplication: {
      capabilities: ['readSigningSecret', 'changeApplication', 'eraseApplication', 'removeFile'],
      settings: ['MAIL_CONFIGURATION_SET'],
    },
    resendApplication: {
      capabilities: ['readSigningSecret', 'readApplication', 'readEmployer', 'recordMail', 'count'],
      settings: ['MAILS_PER_ADDRESS'],
    },
    releaseApplication: {
      capabilities: ['readSigningSecret', 'readApplication', 'recordMail', 'count'],
      settings: ['MAILS_PER_ADDRESS'],
    },
  }),
  ...withKey('Webhooks', {
    listWebhooks: ['listWebhooks'],
    createWebhook: ['addWebhook', 'readSigningSecret', 'readLastEvent'],
    getWebhook: ['readWebhook'],
    updateWebhook: [
      'changeWebhook',
      'removeWebhook',
      'readEvents',
      'listPartnerEmployers',
      'writeDeliveryCursors',
    ],
    deleteWebhook: ['removeWebhook'],
    rotateWebhookSecret: ['changeWebhook', 'readSigningSecret'],
    testWebhook: ['readWebhook', 'readSigningSecret', 'readLastEvent'],
  }),
  ...withKey('Partners', {
    getPartner: ['findAccounts', 'readEmployer'],
    updatePartner: ['findAccounts', 'changeEmployer'],
    listKeys: ['listOwnKeys'],
    createKey: ['listOwnKeys', 'issueOwnKey', 'readSigningSecret'],
    updateKey: ['listOwnKeys', 'changeOwnKey'],
    deleteKey: ['listOwnKeys', 'changeOwnKey'],
    listEmployers: ['findAccounts', 'listAccounts'],
    upsertEmployerAccount: ['findAccounts', 'addAccount', 'changeAccount'],
    getEmployerAccount: ['findAccounts'],
    updateEmployerAccount: [
      'findAccounts',
      'changeAccount',
      'moveAccountReference',
      'resumeAfterSuspension',
      'writeDeliveryCursors',
    ],
  }),
  ...withKey('Profile', {
    getEmployer: ['readEmployer'],
    requestEmployerAccountDeletion: ['findAccounts', 'changeAccount'],
    // Cleaning HTML needs the CPU of the operations that write jobs.
    updateEmployer: { memoryMegabytes: 1_024, capabilities: ['changeProfile'] },
    setLogo: ['changeEmployer', 'storeLogo'],
    deleteLogo: ['changeEmployer', 'removeLogo'],
  }),
  ...inGroup('ReferenceData', {
    listPositionTypes: [],
    getPositionType: [],
    listJobCategories: [],
    getJobCategory: [],
    listSalaryPeriods: [],
    getSalaryPeriod: [],
    listApplicantRoutingTypes: [],
    getApplicantRoutingType: [],
    listLocations: { capabilities: ['listAssignedLocations'], settings: ['BASE_URL'] },
    getLocation: ['listAssignedLocations'],
  }),
  ...inGroup('Postings', {
    listPublicJobs: ['listPostings', 'readSigningSecret'],
    getPublicJob: ['findPosting'],
    showPosting: ['findPosting'],
    showEmployer: ['listPostings', 'readSigningSecret'],
    followPosting: ['findPosting', 'countClick'],
    robots: { capabilities: [], settings: ['BASE_URL'] },
    showLogo: ['showLogo'],
    feed: ['readPublicFile'],
    sitemap: ['readPublicFile'],
    sitemapPart: ['readPublicFile'],
    indexNowKey: { capabilities: [], settings: ['SEARCH_ENGINES', 'BASE_URL'] },
  }),
  ...inGroup('Intake', {
    createApplication: { capabilities: [...receives, 'readApplication'], settings: intakeSettings },
    createUpload: {
      capabilities: ['findPosting', 'readSigningSecret', 'count', 'offerUpload'],
      settings: ['RATE_LIMITS', 'TRUSTED_PROXY'],
    },
    showApplyForm: {
      capabilities: ['findPosting', 'readSigningSecret'],
      settings: ['CURRENCY', 'APPLICATION_RETENTION_DAYS', 'UPLOADS_ORIGIN'],
    },
    submitApplyForm: {
      capabilities: receives,
      settings: ['CURRENCY', 'UPLOADS_ORIGIN', ...intakeSettings],
    },
    showApplication: {
      capabilities: ['readSigningSecret', 'readApplication', 'listApplications', 'readEmployer'],
      settings: ['CURRENCY'],
    },
    withdrawApplication: {
      capabilities: [
        'readSigningSecret',
        'readApplication',
        'readEmployer',
        'eraseApplication',
        'removeFile',
      ],
      settings: ['CURRENCY', 'MAIL_CONFIGURATION_SET'],
    },
  }),
  ...inGroup('Site', {
    showRecruitingPage: [
      'readSigningSecret',
      'readEmployer',
      'readApplication',
      'findApplications',
      'readFile',
    ],
    submitRecruitingForm: {
      capabilities: [
        'readSigningSecret',
        'readEmployer',
        'changeApplication',
        'recordMail',
        'eraseApplication',
        'removeFile',
        'count',
        'queueLink',
      ],
      settings: ['MAIL_CONFIGURATION_SET', 'MAILS_PER_ADDRESS'],
    },
    showReporting: { capabilities: [], settings: ['BASE_URL'] },
    showReportForm: ['findPosting'],
    submitReport: {
      capabilities: ['findPosting', 'readSigningSecret', 'count', 'receiveReport'],
      settings: ['RATE_LIMITS'],
    },
  }),
  ...inGroup('Entrance', {
    showFrontPage: { capabilities: ['readPublicFile'], settings: ['BASE_URL', 'CURRENCY'] },
  }),
};

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

export interface BackgroundRow extends FunctionRow {
  description: string;
  /** A schedule, changes of the table or both; SES, which reports the delivery of a mail; or a deployment. */
  trigger:
    ScheduledTrigger | RecordsTrigger | (ScheduledTrigger & RecordsTrigger) | 'mailEvents' | 'deployment';
  timeoutSeconds: number;
}

/**
 * The functions that schedules call, in the order in which they share a period. None reserves concurrency: runs may
 * overlap, inputs and retries limit their number, and an account has little concurrency to reserve. A run of more than
 * two minutes stops a minute before its timeout, and the next run continues. A sender has at most 120 s, less than a lease, so
 * that none sends after its lease has ended.
 */
export const scheduledFunctions = {
  publishFeeds: {
    description: 'Publish the feed and the sitemap of all open postings',
    trigger: { every: 'hour', inputs: [{}] },
    group: 'Upkeep',
    // Lambda assigns one full CPU with this memory, to compress all postings.
    memoryMegabytes: 1_769,
    // A run stops a minute before this timeout; the next run starts from the beginning.
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
    timeoutSeconds: 290,
    capabilities: ['findPostings', 'readSigningSecret', 'keepNotifications', 'readSearchAccount'],
    settings: ['SEARCH_ENGINES', 'TIME_ZONE', 'BASE_URL', 'SITE_URL'],
  },
  refreshDueJobs: {
    description: 'Refresh the due jobs of a shard (auto-refresh)',
    trigger: { every: 'hour', inputs: Array.from({ length: REFRESH_SHARDS }, (_, shard) => ({ shard })) },
    group: 'AutoRefresh',
    timeoutSeconds: 600,
    capabilities: ['findDueJobs', 'refreshByPlan'],
  },
  foldStatusMaps: {
    description: 'Fold the status maps in which enough has changed',
    trigger: { every: 'hour', inputs: [{}] },
    group: 'Upkeep',
    timeoutSeconds: 600,
    capabilities: ['foldStatusMaps'],
  },
  sendApplications: {
    description: 'Send the mail of applications that is due',
    trigger: { every: 'minute', inputs: [{}] },
    group: 'Mail',
    // A run starts no mail in its last 40 s, so that it rarely sends beside the next one: SES takes 14 mails a second.
    timeoutSeconds: 95,
    capabilities: ['findDueMail', 'recordMail', 'readSigningSecret', 'readFile', 'readEmployer', 'sendMail'],
    settings: ['TIME_ZONE', 'BASE_URL', 'SITE_URL', ...mailSettings],
  },
  sendConfirmations: {
    description: 'Send the mail that confirms applications to candidates',
    // A separate function, so that confirmations do not delay mail to employers.
    trigger: { every: 'minute', inputs: [{}] },
    group: 'Mail',
    timeoutSeconds: 120,
    capabilities: [
      'findDueMail',
      'recordConfirmation',
      'readApplication',
      'readEmployer',
      'readSigningSecret',
      'sendMail',
    ],
    settings: [
      'TIME_ZONE',
      'BASE_URL',
      'SITE_URL',
      'OPERATOR_EMAIL',
      'OPERATOR_PRIVACY_URL',
      ...mailSettings,
    ],
  },
  sendNotices: {
    description: 'Tell the owners of webhooks that these are disabled, and the operator of reported postings',
    trigger: { every: 'fiveMinutes', inputs: [{}] },
    group: 'Mail',
    timeoutSeconds: 120,
    capabilities: [
      'findDueMail',
      'recordNotice',
      'recordReportMail',
      'readEmployer',
      'readSigningSecret',
      'count',
      'sendMail',
    ],
    settings: ['TIME_ZONE', 'BASE_URL', 'SITE_URL', 'OPERATOR_EMAIL', 'MAILS_PER_ADDRESS', ...mailSettings],
  },
  sendWebhooks: {
    description: 'Deliver events to webhooks',
    // A change of a log's head starts a delivery. The schedule delivers what must wait, or what was missed.
    trigger: { every: 'minute', inputs: [{}], records: [{ partition: 'V#', sort: 'HEAD' }] },
    group: 'Webhooks',
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
    description: 'Add parked changes to the log of events',
    trigger: { every: 'minute', inputs: [{}] },
    group: 'EventLog',
    timeoutSeconds: 60,
    capabilities: ['buildLog', 'addParkedChanges'],
    settings: ['EVENT_RETENTION_DAYS'],
  },
  sweepApplications: {
    description:
      'Erase the applications whose time is over, and remove the logos that no employer has any more',
    trigger: { every: 'day', inputs: [{}] },
    group: 'Upkeep',
    timeoutSeconds: 900,
    capabilities: [
      'listEmployers',
      'readSigningSecret',
      'listApplications',
      'eraseApplication',
      'removeFile',
      'sweepUploads',
      'listFiles',
      'sweepLogos',
    ],
  },
  runCanary: {
    description: 'Try the service through its public URL (canary)',
    trigger: { every: 'fiveMinutes', inputs: [{}] },
    group: 'Canary',
    // The timeout is longer than a smoke test and the deletion of its job.
    timeoutSeconds: 90,
    capabilities: ['readSigningSecret', 'createCanaryAccount'],
    settings: ['BASE_URL'],
  },
} as const satisfies Record<string, BackgroundRow & { trigger: ScheduledTrigger }>;

export type ScheduledId = keyof typeof scheduledFunctions;

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
    // Calls to the database time out earlier than this.
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
