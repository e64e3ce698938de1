import type { partitions } from './partitions.ts';
import { timeToLive, type IndexName } from '../functions/platform/dynamodb/table.ts';

/**
 * Actions of DynamoDB. A transaction needs no action of its own: it is authorised by the PutItem, UpdateItem,
 * DeleteItem and ConditionCheckItem actions that it contains.
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

/** Actions of S3 on the files under a prefix. */
type FileAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket';

/** SES checks both for a mail that the service has composed. */
type MailAction = 'SendEmail' | 'SendRawEmail';

/** The partitions of one kind. */
export type Partitions = keyof typeof partitions;

/** The files under a prefix. Whoever reads files may list them: S3 hides from everyone else whether a file is missing. */
type Files = 'applicationFiles' | 'logoFiles' | 'uploads' | 'publicFiles';

/** An action that a function may take, and what on; `lib/policy.ts` says which resource that is. */
export interface Permission {
  action: TableAction | FileAction | MailAction;
  on: Partitions | IndexName | Files | 'clicks' | 'mail';
}

/** An action of the admin command, which alone works with the whole table. */
export interface AdminPermission {
  action: Permission['action'];
  on: Permission['on'] | 'table';
}

/** Actions by what they are on. Indexes are only read. */
type Grants = { readonly [On in Partitions | 'table']?: readonly TableAction[] } & {
  readonly [On in IndexName]?: readonly ['Query'];
} & { readonly [On in Files]?: readonly FileAction[] } & {
  readonly clicks?: readonly ['UpdateItem'];
  readonly mail?: readonly MailAction[];
};

/** The attributes of a count of clicks, which is in a partition of applications. */
export const clickAttributes = ['PK', 'SK', 'clicks', timeToLive];

/**
 * What the service does with table, files and mail, and the permissions that each needs. AWS does not say whether the
 * condition of a write in a transaction sees its own key or those of all writes: so what jobs and public names are written
 * with together is allowed on both.
 */
const capabilities = {
  /**
   * Finds an API key and its account, or the partner and its employer, records that the key is in use and takes requests out
   * of the bucket of the account.
   */
  authenticate: { apiKeys: ['GetItem', 'UpdateItem'], employers: ['GetItem'], partners: ['GetItem'] },
  readJob: { employers: ['GetItem'] },
  countClick: { clicks: ['UpdateItem'] },
  /** Finds the employer of a public id, its job and its name. */
  findPosting: { idBlocks: ['GetItem'], publicNames: ['GetItem'], employers: ['GetItem'] },
  /** Reads all employers, rows of their active jobs, and the jobs. */
  findPostings: { byStatus: ['Query'], counters: ['GetItem'], employers: ['BatchGetItem'] },
  /** Reads an employer, rows of its active jobs, and the jobs. */
  listPostings: { byStatus: ['Query'], employers: ['BatchGetItem', 'GetItem'] },
  /** Reads the status map with its bases, and the rows of the page. */
  listJobs: { employers: ['Query', 'BatchGetItem'], byPublishDate: ['Query'], byStatus: ['Query'] },
  /** Reads the narrow rows that q is matched against, packs them, and reads the jobs found. */
  searchJobs: { byChange: ['Query'], rowPacks: ['Query', 'PutItem'], employers: ['BatchGetItem'] },
  /** Takes the next position and job id, and leases a block of ids. */
  publish: { employers: ['GetItem', 'UpdateItem'], counters: ['UpdateItem'], idBlocks: ['PutItem'] },
  /** Gives a confidential job its public name. */
  namePublicly: { publicNames: ['PutItem', 'UpdateItem'] },
  /** Finds the id of a place, or gives it one. */
  settlePlaces: { places: ['GetItem', 'PutItem'], counters: ['UpdateItem'] },
  /** Reads together what the operations of a batch name. */
  readAhead: { employers: ['BatchGetItem'] },
  /** Finds the first response to a request. */
  findAnswer: { employers: ['GetItem'] },
  /** Finds the id of a place. */
  findPlaces: { places: ['GetItem'] },
  /** Reads references, the statuses of their jobs, and the jobs that the index has not. */
  listReferences: { employers: ['Query', 'BatchGetItem'], byReferenceId: ['Query'] },
  /** Finds the job that has a referenceId. */
  findReference: { employers: ['GetItem'] },
  /** Writes the job and its reference, and marks the status map. */
  writeNewJob: { employers: ['PutItem', 'UpdateItem'] },
  /** Stores the first response with the new job, and finds it when the request is repeated. */
  rememberAnswer: { employers: ['PutItem', 'GetItem'] },
  /** Changes the job and the status map. */
  changeJob: { employers: ['GetItem', 'UpdateItem'] },
  /** Takes a new referenceId and frees the old one, perhaps of a job that gets a public name. */
  moveReference: { employers: ['PutItem', 'DeleteItem'], publicNames: ['DeleteItem'] },
  /** Puts a tombstone in place of the job, deletes its reference and its public name, and clears it from the status map. */
  removeJob: {
    employers: ['GetItem', 'PutItem', 'DeleteItem', 'UpdateItem'],
    publicNames: ['PutItem', 'DeleteItem', 'UpdateItem'],
  },
  /** Takes the next position, and moves the job and its digit in the status map there. */
  refreshJob: { employers: ['GetItem', 'UpdateItem'] },
  /** Finds the due jobs and the plans of their employers. */
  findDueJobs: { byRefreshDate: ['Query'], employers: ['BatchGetItem', 'GetItem'] },
  /** Refreshes or parks a job, depending on the plan. */
  refreshByPlan: { employers: ['UpdateItem', 'ConditionCheckItem'] },
  /** Finds the status maps to be folded, and moves digits from their leaves to bases. */
  foldStatusMaps: { byRefreshDate: ['Query'], employers: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  /** Finds the applications whose mail is due, or the confirmations. */
  findDueMail: { byMailDate: ['Query'] },
  /** Finds the applications that wait for somebody. */
  findWaiting: { byMailDate: ['Query'], applications: ['BatchGetItem'] },
  /** Leases an application to be mailed, and records what became of the mail. */
  recordMail: { applications: ['UpdateItem'] },
  /** Reads the secret from which signatures, ids of applications, cursors and hashes are derived. */
  readSigningSecret: { secret: ['GetItem'] },
  /** Creates that secret in a deployment, unless the table has one. */
  createSigningSecret: { secret: ['GetItem', 'PutItem'] },
  readApplication: { applications: ['GetItem'] },
  /** Finds the posting that was kept for an application. */
  readKeptPosting: { applications: ['Query'] },
  listApplications: { applications: ['Query'] },
  /** Reads what says whose applications are, and those of one candidate. */
  findCandidate: { applications: ['Query', 'BatchGetItem'] },
  /** Reads the pointers to the applications for a job, and the applications. */
  listJobApplications: { applications: ['Query', 'BatchGetItem'] },
  readClicks: { applications: ['GetItem'] },
  /** Finds the first response to an application that is repeated; storing it takes what storing the application does. */
  findApplicationAnswer: { applications: ['GetItem'] },
  /** Stores an application with its number. */
  receiveApplication: { applications: ['BatchGetItem', 'GetItem', 'Query', 'PutItem'] },
  /** Counts the applications of an address and of a job. */
  countApplications: { counts: ['UpdateItem'] },
  /** Counts the confirmations of a day: to an address, for a job, and of the whole service. */
  countConfirmations: { counts: ['UpdateItem'] },
  /** Counts the mails of a day to an address. */
  countMails: { counts: ['UpdateItem'] },
  /** Leases a confirmation, records what became of it, and takes it out of the queue. */
  recordConfirmation: { applications: ['UpdateItem', 'DeleteItem'] },
  /** Reads an application and changes its stage. */
  changeApplication: { applications: ['GetItem', 'UpdateItem'] },
  /** Queues the mail of an application. */
  queueMail: { applications: ['UpdateItem'] },
  /** Queues a new link to the page for recruiters. */
  queueLink: { applications: ['PutItem'] },
  /** Finds all employers. */
  listEmployers: { counters: ['GetItem'], employers: ['BatchGetItem'] },
  /** Puts a tombstone in place of an application, and deletes all that points to it, the first response to its request, and the posting if no other application shares it. */
  eraseApplication: { applications: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  /** Keeps the file of an application. */
  keepFile: { applicationFiles: ['PutObject'] },
  /** Reads the file of an application, or signs an address to read it by. */
  readFile: { applicationFiles: ['GetObject', 'ListBucket'] },
  /** Deletes the file of an application. */
  removeFile: { applicationFiles: ['DeleteObject'] },
  /** Signs a form by which a file is uploaded, with its own permission. */
  offerUpload: { uploads: ['PutObject'] },
  /** Reads the uploaded file of an application, and removes it. */
  takeUpload: { uploads: ['GetObject', 'DeleteObject', 'ListBucket'] },
  /** Finds the uploaded files whose time is over, and deletes them. */
  sweepUploads: { uploads: ['DeleteObject', 'ListBucket'] },
  /** Finds the files that no application has. */
  listFiles: { applicationFiles: ['ListBucket'] },
  /** Writes the files for the public, and removes those that are no longer needed. */
  publishFiles: { publicFiles: ['PutObject', 'DeleteObject', 'ListBucket'] },
  /** Reads a file for the public, or signs an address to read it by. */
  readPublicFile: { publicFiles: ['GetObject', 'ListBucket'] },
  /** Makes the profile of an employer name a logo, or none. */
  nameLogo: { employers: ['GetItem', 'UpdateItem'] },
  /** Keeps the file of a logo, and removes that of the former one. */
  keepLogo: { logoFiles: ['PutObject', 'DeleteObject'] },
  /** Removes the file of a logo. */
  removeLogo: { logoFiles: ['DeleteObject'] },
  /** Reads the logo of an employer, if it is its current one. */
  showLogo: { employers: ['GetItem'], logoFiles: ['GetObject', 'ListBucket'] },
  /** Finds the files of logos that no profile names, and deletes them. */
  sweepLogos: { employers: ['BatchGetItem'], logoFiles: ['DeleteObject', 'ListBucket'] },
  /** Stores a report of a posting. */
  receiveReport: { reports: ['PutItem'] },
  /** Leases a report to be mailed, and records what became of the mail. */
  recordReportMail: { reports: ['UpdateItem'] },
  /** Leases the notice of a webhook to be mailed, and records what became of it. */
  recordNotice: { webhooks: ['UpdateItem'] },
  sendMail: { mail: ['SendEmail', 'SendRawEmail'] },
  /** Finds the key of the canary, or makes it with its employer. */
  settleCanary: {
    apiKeys: ['GetItem', 'PutItem'],
    counters: ['UpdateItem'],
    employers: ['GetItem', 'PutItem'],
  },
  /** Reads the log of events. */
  readEvents: { events: ['GetItem', 'Query'] },
  /** Adds to the log of events, reads it for records that come again, and begins one for employers that exist. */
  buildLog: { events: ['GetItem', 'Query', 'PutItem'], employers: ['GetItem'] },
  /** Finds out whose changes are parked, and parks others. */
  parkChanges: { parkedChanges: ['Query', 'PutItem'] },
  /** Takes parked changes out. */
  addParkedChanges: { parkedChanges: ['Query', 'DeleteItem'] },
  /** Finds the end of the log. */
  readLastEvent: { events: ['GetItem'] },
  readWebhook: { webhooks: ['GetItem'] },
  listWebhooks: { webhooks: ['Query'] },
  /** Counts an employer's webhooks, and stores another one with its id. */
  addWebhook: { webhooks: ['GetItem', 'Query', 'UpdateItem', 'PutItem'] },
  /** Changes what an employer says of a webhook. */
  changeWebhook: { webhooks: ['GetItem', 'UpdateItem'] },
  removeWebhook: { webhooks: ['GetItem', 'UpdateItem', 'DeleteItem'] },
  /** Finds the webhooks that are due, or those of an employer, and records how far they have been served. */
  serveWebhooks: { byMailDate: ['Query'], webhooks: ['GetItem', 'Query', 'UpdateItem'] },
  /** Begins to keep how far the webhooks of a partner have been served for an account, or ends that. */
  keepDeliveries: { webhooks: ['PutItem', 'DeleteItem'], events: ['GetItem', 'Query'] },
  /** Finds the employers of a partner. */
  goRound: { partners: ['Query'] },
  readProfile: { employers: ['GetItem'] },
  /** Changes what an employer says about itself. */
  changeProfile: { employers: ['GetItem', 'UpdateItem', 'PutItem', 'DeleteItem'] },
  /** Finds an employer of a partner, or counts them. */
  findAccounts: { partners: ['GetItem'] },
  /** Lists the employers of a partner, and their newest events. */
  listAccounts: { partners: ['Query'], events: ['BatchGetItem'] },
  /** Finds the keys of an account. */
  listOwnKeys: { employers: ['GetItem', 'Query'], apiKeys: ['BatchGetItem'] },
  /** Stores a key of an account, and deletes those that ended long ago. */
  issueOwnKey: {
    employers: ['PutItem', 'UpdateItem', 'DeleteItem'],
    apiKeys: ['PutItem', 'UpdateItem', 'DeleteItem'],
  },
  /** Changes a key of an account. */
  changeOwnKey: { employers: ['UpdateItem'], apiKeys: ['UpdateItem'] },
  /** Creates an employer of a partner. */
  addAccount: {
    employers: ['GetItem', 'PutItem', 'UpdateItem'],
    counters: ['UpdateItem'],
    partners: ['PutItem', 'UpdateItem'],
  },
  /** Changes an employer of a partner, with its copy. */
  changeAccount: {
    employers: ['GetItem', 'PutItem', 'UpdateItem'],
    partners: ['PutItem', 'UpdateItem'],
  },
  /** Gives it another referenceId, and frees the former one. */
  moveAccountReference: { employers: ['DeleteItem'], partners: ['DeleteItem'] },
  /** Rings for the webhooks of an employer, and brings its jobs back to auto-refresh. */
  goOnAfterSuspension: { webhooks: ['GetItem', 'Query', 'UpdateItem'], employers: ['Query', 'UpdateItem'] },
  /** Changes the contact of a partner. */
  nameContact: { employers: ['GetItem', 'UpdateItem'] },
  /** Finds out whether an employer is suspended. */
  readEmployer: { employers: ['GetItem'] },
  /** Reads the places with ids assigned at run time. */
  listPlaces: { places: ['Query'] },
} as const satisfies Record<string, Omit<Grants, 'table'>>;

export type Capability = keyof typeof capabilities;

/** The permissions that grants are, each once. */
const listed = (all: readonly Grants[]): AdminPermission[] => {
  const permissions = all
    .flatMap((grants) => Object.entries(grants))
    .flatMap(([on, actions]) => actions.map((action) => ({ action, on }) as AdminPermission));
  return [...new Map(permissions.map((each) => [`${each.action} ${each.on}`, each])).values()];
};

/** The permissions that a function with these capabilities needs, each once. */
export const permissionsOf = (names: readonly Capability[]): Permission[] =>
  listed(names.map((name) => capabilities[name])) as Permission[];

/** What `npm run admin` may do: with the whole table, with the files of employers, and nothing else. */
export const adminPermissions = listed([
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
