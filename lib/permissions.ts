import type { limitedItems, partitions } from './partitions.ts';
import type { IndexName } from '../functions/platform/dynamodb/table.ts';

/**
 * Actions of DynamoDB. A transaction is authorised by the PutItem, UpdateItem, DeleteItem and ConditionCheckItem actions
 * that it contains.
 */
type TableAction =
  | 'Scan'
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** Actions of S3 on files with a prefix. */
type FileAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket';

/** The action of SSM on the parameter with the service account of a search engine. */
type ParameterAction = 'GetParameter';

/** The actions of SES on mail: SES requires both for a MIME message. */
type MailAction = 'SendEmail' | 'SendRawEmail';

export type Partitions = keyof typeof partitions;

type LimitedItems = keyof typeof limitedItems;

/** The files with a prefix. Reading includes listing: otherwise S3 answers a missing file with 403. */
type Files = 'applicationFiles' | 'logoFiles' | 'uploads' | 'publicFiles';

/** An action and its resource, which `lib/policy.ts` translates to an ARN. */
export interface Permission {
  action: TableAction | FileAction | MailAction | ParameterAction;
  on: Partitions | IndexName | Files | LimitedItems | 'mail' | 'searchAccount';
}

/** A permission of the admin command, which may also use the whole table. */
export interface AdminPermission {
  action: Permission['action'];
  on: Permission['on'] | 'table';
}

/** Actions by resource. Indexes are read-only. */
type Grants = { readonly [On in Partitions | 'table']?: readonly TableAction[] } & {
  readonly [On in IndexName]?: readonly ['Query'];
} & { readonly [On in LimitedItems]?: readonly ['UpdateItem'] } & {
  readonly [On in Files]?: readonly FileAction[];
} & {
  readonly mail?: readonly MailAction[];
  readonly searchAccount?: readonly ParameterAction[];
};

/**
 * The permissions of each capability on table, files and mail. AWS does not document whether IAM conditions apply to each
 * write of a transaction or to all its keys, so actions of transactions on jobs and public names are allowed on both.
 */
const capabilities = {
  /** Reads an API key with its account, or the partner's employer, records its use and takes tokens from the rate limit. */
  authenticate: {
    apiKeys: ['GetItem'],
    keyUse: ['UpdateItem'],
    rateLimits: ['UpdateItem'],
    employers: ['GetItem'],
    partners: ['GetItem'],
  },
  /** Reads an item of an employer: the account, its profile, a job, a reference or the response of an idempotency key. */
  readEmployer: { employers: ['GetItem'] },
  countClick: { clicks: ['UpdateItem'] },
  /** Reads the job of a public id, and its employer. */
  findPosting: { idBlocks: ['GetItem'], publicNames: ['GetItem'], employers: ['GetItem'] },
  /** Reads all employers and their active jobs. */
  findPostings: { byStatus: ['Query'], counters: ['GetItem'], employers: ['BatchGetItem'] },
  /** Reads an employer and its active jobs. */
  listPostings: { byStatus: ['Query'], employers: ['BatchGetItem', 'GetItem'] },
  /** Reads the status map with its snapshots, and the jobs of the page. */
  listJobs: { employers: ['Query', 'BatchGetItem'], byPublishDate: ['Query'], byStatus: ['Query'] },
  /** Reads and packs the search rows, and reads the matching jobs. */
  searchJobs: { byChange: ['Query'], rowPacks: ['Query', 'PutItem'], employers: ['BatchGetItem'] },
  /** Allocates a position and a job id, and leases a block of ids. */
  allocateJobId: { employers: ['GetItem', 'UpdateItem'], counters: ['UpdateItem'], idBlocks: ['PutItem'] },
  writePublicName: { publicNames: ['PutItem', 'UpdateItem'] },
  /** Reads or assigns the id of a location. */
  assignLocationIds: { places: ['GetItem', 'PutItem'], counters: ['UpdateItem'] },
  /** Prefetches the items of a batch. */
  prefetchItems: { employers: ['BatchGetItem'] },
  /** Reads the id of a location. */
  readLocationIds: { places: ['GetItem'] },
  /** Reads references with the statuses of their jobs, and jobs that are not in the index yet. */
  listReferences: { employers: ['Query', 'BatchGetItem'], byReferenceId: ['Query'] },
  /** Writes the job, its reference and its entry in the status map. */
  writeNewJob: { employers: ['PutItem', 'UpdateItem'] },
  /** Stores the response of an idempotency key with the new job, and reads it for a repeated request. */
  writeIdempotencyRecord: { employers: ['PutItem', 'GetItem'] },
  /** Changes a job, the employer's profile or its logo, or the contact of a partner. */
  changeEmployer: { employers: ['GetItem', 'UpdateItem'] },
  /** Replaces the referenceId of a job, which may get a public name in the same request. */
  moveReference: { employers: ['PutItem', 'DeleteItem'], publicNames: ['DeleteItem'] },
  /** Replaces the job by a tombstone and deletes its reference, public name and entry in the status map. */
  removeJob: {
    employers: ['GetItem', 'PutItem', 'DeleteItem', 'UpdateItem'],
    publicNames: ['PutItem', 'DeleteItem', 'UpdateItem'],
  },
  /** Reads the due jobs and the plans of their employers. */
  findDueJobs: { byRefreshDate: ['Query'], employers: ['BatchGetItem', 'GetItem'] },
  /** Refreshes a job or ends its refreshing, depending on the plan. */
  refreshByPlan: { employers: ['UpdateItem', 'ConditionCheckItem'] },
  /** Reads the status maps that are due for folding, and moves statuses from rows to snapshots. */
  foldStatusMaps: { byRefreshDate: ['Query'], employers: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  findDueMail: { byMailDate: ['Query'] },
  /** Queues the mail of an application, leases the application to mail it, and records the delivery status. */
  recordMail: { applications: ['UpdateItem'] },
  /** Reads the secret from which signatures, ids of applications, cursors and hashes are derived. */
  readSigningSecret: { secret: ['GetItem'] },
  /** Creates the signing secret in a deployment, unless the table has one. */
  createSigningSecret: { secret: ['GetItem', 'PutItem'] },
  readApplication: { applications: ['GetItem'] },
  /** Lists the applications of an employer, or says whether a job has some. */
  listApplications: { applications: ['Query'] },
  /** Lists the applications for a job or of a candidate. */
  findApplications: { applications: ['Query', 'BatchGetItem'] },
  /** Allocates a number and stores an application. */
  receiveApplication: { applications: ['BatchGetItem', 'GetItem', 'Query', 'PutItem'] },
  /** Counts applications, confirmations, mails or reports, each against its limit. */
  count: { counts: ['UpdateItem'] },
  /** Leases a confirmation, records its result and removes it from the queue. */
  recordConfirmation: { applications: ['UpdateItem', 'DeleteItem'] },
  changeApplication: { applications: ['GetItem', 'UpdateItem'] },
  /** Queues a new link to the page for recruiters. */
  queueLink: { applications: ['PutItem'] },
  listEmployers: { counters: ['GetItem'], employers: ['BatchGetItem'] },
  /** Replaces an application by a tombstone; deletes its pointers, idempotency record and, if unshared, posting snapshot. */
  eraseApplication: { applications: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  storeFile: { applicationFiles: ['PutObject'] },
  /** Reads the file of an application, or signs a URL for it. */
  readFile: { applicationFiles: ['GetObject', 'ListBucket'] },
  removeFile: { applicationFiles: ['DeleteObject'] },
  /** Signs a form for an upload. The signature has the permissions of the function. */
  offerUpload: { uploads: ['PutObject'] },
  takeUpload: { uploads: ['GetObject', 'DeleteObject', 'ListBucket'] },
  sweepUploads: { uploads: ['DeleteObject', 'ListBucket'] },
  /** Lists the files of applications, to find orphans. */
  listFiles: { applicationFiles: ['ListBucket'] },
  publishFiles: { publicFiles: ['PutObject', 'DeleteObject', 'ListBucket'] },
  /** Reads a public file, or signs a URL for it. */
  readPublicFile: { publicFiles: ['GetObject', 'ListBucket'] },
  /** Reads and stores what search engines were notified of. */
  keepNotifications: { publicFiles: ['GetObject', 'ListBucket', 'PutObject'] },
  readSearchAccount: { searchAccount: ['GetParameter'] },
  /** Stores the file of a logo, and removes the former one. */
  storeLogo: { logoFiles: ['PutObject', 'DeleteObject'] },
  removeLogo: { logoFiles: ['DeleteObject'] },
  showLogo: { employers: ['GetItem'], logoFiles: ['GetObject', 'ListBucket'] },
  sweepLogos: { employers: ['BatchGetItem'], logoFiles: ['DeleteObject', 'ListBucket'] },
  receiveReport: { reports: ['PutItem'] },
  recordReportMail: { reports: ['UpdateItem', 'DeleteItem'] },
  recordNotice: { webhooks: ['UpdateItem'] },
  sendMail: { mail: ['SendEmail', 'SendRawEmail'] },
  /** Reads or creates the canary's employer and key. */
  createCanaryAccount: {
    apiKeys: ['GetItem', 'PutItem'],
    counters: ['UpdateItem'],
    employers: ['GetItem', 'PutItem'],
  },
  readEvents: { events: ['GetItem', 'Query'] },
  /** Appends to the log of events, reads it to recognise repeated records, and starts logs of existing employers. */
  buildLog: { events: ['GetItem', 'Query', 'PutItem'], employers: ['GetItem'] },
  parkChanges: { parkedChanges: ['Query', 'PutItem'] },
  addParkedChanges: { parkedChanges: ['Query', 'DeleteItem'] },
  readLastEvent: { events: ['GetItem'] },
  readWebhook: { webhooks: ['GetItem'] },
  listWebhooks: { webhooks: ['Query'] },
  /** Counts an employer's webhooks, and stores a new webhook with its id. */
  addWebhook: { webhooks: ['GetItem', 'Query', 'UpdateItem', 'PutItem'] },
  changeWebhook: { webhooks: ['GetItem', 'UpdateItem'] },
  removeWebhook: { webhooks: ['GetItem', 'UpdateItem', 'DeleteItem'] },
  /** Reads webhooks that are due, or those of an employer, and moves their cursors. */
  deliverToWebhooks: { byMailDate: ['Query'], webhooks: ['GetItem', 'Query', 'UpdateItem'] },
  /** Starts and ends the delivery cursors of a partner's webhooks for an employer. */
  writeDeliveryCursors: { webhooks: ['PutItem', 'DeleteItem'], events: ['GetItem', 'Query'] },
  listPartnerEmployers: { partners: ['Query'] },
  changeProfile: { employers: ['GetItem', 'UpdateItem', 'PutItem', 'DeleteItem'] },
  /** Reads an employer of a partner, or the number of the partner's employers. */
  findAccounts: { partners: ['GetItem'] },
  /** Lists the employers of a partner, and their newest events. */
  listAccounts: { partners: ['Query'], events: ['BatchGetItem'] },
  listOwnKeys: { employers: ['GetItem', 'Query'], apiKeys: ['BatchGetItem'] },
  /** Stores a key of an account, and deletes keys that expired or were revoked long ago. */
  issueOwnKey: {
    employers: ['PutItem', 'UpdateItem', 'DeleteItem'],
    apiKeys: ['PutItem', 'UpdateItem', 'DeleteItem'],
  },
  changeOwnKey: { employers: ['UpdateItem'], apiKeys: ['UpdateItem'] },
  addAccount: {
    employers: ['GetItem', 'PutItem', 'UpdateItem'],
    counters: ['UpdateItem'],
    partners: ['PutItem', 'UpdateItem'],
  },
  /** Changes an employer of a partner, and the copy in the partner's list. */
  changeAccount: {
    employers: ['GetItem', 'PutItem', 'UpdateItem'],
    partners: ['PutItem', 'UpdateItem'],
  },
  /** Replaces the referenceId of a partner's employer. */
  moveAccountReference: { employers: ['DeleteItem'], partners: ['DeleteItem'] },
  /** Marks an employer's webhooks due, and resumes auto-refresh of its jobs. */
  resumeAfterSuspension: { webhooks: ['GetItem', 'Query', 'UpdateItem'], employers: ['Query', 'UpdateItem'] },
  /** Reads the locations whose ids were assigned at run time. */
  listAssignedLocations: { places: ['Query'] },
} as const satisfies Record<string, Omit<Grants, 'table'>>;

export type Capability = keyof typeof capabilities;

/** Converts grants to permissions without duplicates. */
const toPermissions = (all: readonly Grants[]): AdminPermission[] => {
  const permissions = all
    .flatMap((grants) => Object.entries(grants))
    .flatMap(([on, actions]) => actions.map((action) => ({ action, on }) as AdminPermission));
  return [...new Map(permissions.map((each) => [`${each.action} ${each.on}`, each])).values()];
};

export const permissionsOf = (names: readonly Capability[]): Permission[] =>
  toPermissions(names.map((name) => capabilities[name])) as Permission[];

export const adminPermissions = toPermissions([
  {
    table: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'Scan',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ],
    byRefreshDate: ['Query'],
    applicationFiles: ['GetObject', 'DeleteObject', 'ListBucket'],
    logoFiles: ['GetObject', 'DeleteObject', 'ListBucket'],
  },
]);
