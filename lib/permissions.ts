import type { IndexName, partitions } from '../functions/platform/dynamodb/table.ts';

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

/** The partitions of one kind. */
export type Partitions = keyof typeof partitions;

/** An action on partitions. Indexes are only read. */
type TablePermission = { action: TableAction; on: Partitions } | { action: 'Query'; on: IndexName };

/**
 * An action on the files of applications, on logos, on uploads or on the files for the public. Whoever reads files may list
 * them: S3 hides from everyone else whether a file is missing.
 */
interface FilePermission {
  action: FileAction;
  on: 'applicationFiles' | 'logoFiles' | 'uploads' | 'publicFiles';
}

/** SES checks both for a mail that the service has composed. */
interface MailPermission {
  action: 'SendEmail' | 'SendRawEmail';
  on: 'mail';
}

/** An action that a function may take, and what on; `lib/policy.ts` says which resource that is. */
export type Permission = TablePermission | FilePermission | MailPermission;

/** An action of the admin command, which alone works with the whole table. */
export type AdminPermission = Permission | { action: TableAction; on: 'table' };

const onTable = (...actions: TableAction[]) =>
  actions.map((action): AdminPermission => ({ action, on: 'table' }));

const within =
  (on: Partitions) =>
  (...actions: TableAction[]) =>
    actions.map((action): Permission => ({ action, on }));

const onEmployers = within('employers');
const onApiKeys = within('apiKeys');
const onApplications = within('applications');
const onCounts = within('counts');
const onCounters = within('counters');
const onIdBlocks = within('idBlocks');
const onEvents = within('events');
const onPlaces = within('places');
// AWS does not say whether the condition of a write in a transaction sees its own key or those of all writes. So what
// jobs and public names are written with together is allowed on both.
const onPublicNames = within('publicNames');
const onRowPacks = within('rowPacks');
const onSecret = within('secret');
const onWebhooks = within('webhooks');

const onIndexes = (...names: IndexName[]) => names.map((name): Permission => ({ action: 'Query', on: name }));

const onApplicationFiles = (...actions: FileAction[]) =>
  actions.map((action): Permission => ({ action, on: 'applicationFiles' }));

const onLogoFiles = (...actions: FileAction[]) =>
  actions.map((action): Permission => ({ action, on: 'logoFiles' }));

const onUploads = (...actions: FileAction[]) =>
  actions.map((action): Permission => ({ action, on: 'uploads' }));

const onPublicFiles = (...actions: FileAction[]) =>
  actions.map((action): Permission => ({ action, on: 'publicFiles' }));

/** What the service does with table, files and mail, and the permissions that each needs. */
const capabilities = {
  /** Finds the employer of an API key, records that the key is in use and takes requests out of its bucket. */
  authenticate: onApiKeys('GetItem', 'UpdateItem'),
  readJob: onEmployers('GetItem'),
  countClick: onApplications('UpdateItem'),
  /** Finds the employer of a public id, its job and its name. */
  findPosting: [...onIdBlocks('GetItem'), ...onPublicNames('GetItem'), ...onEmployers('GetItem')],
  /** Reads all employers, rows of their active jobs, and the jobs. */
  findPostings: [...onIndexes('byStatus'), ...onCounters('GetItem'), ...onEmployers('BatchGetItem')],
  /** Reads an employer, rows of its active jobs, and the jobs. */
  listPostings: [...onIndexes('byStatus'), ...onEmployers('BatchGetItem', 'GetItem')],
  /** Reads the status map with its bases, and the rows of the page. */
  listJobs: [...onEmployers('Query', 'BatchGetItem'), ...onIndexes('byPublishDate', 'byStatus')],
  /** Reads the narrow rows that q is matched against, packs them, and reads the jobs found. */
  searchJobs: [...onIndexes('byChange'), ...onRowPacks('Query', 'PutItem'), ...onEmployers('BatchGetItem')],
  /** Takes the next position and job id, and leases a block of ids. */
  publish: [...onEmployers('GetItem', 'UpdateItem'), ...onCounters('UpdateItem'), ...onIdBlocks('PutItem')],
  /** Gives a confidential job its public name. */
  namePublicly: onPublicNames('PutItem', 'UpdateItem'),
  /** Finds the id of a place, or gives it one. */
  settlePlaces: [...onPlaces('GetItem', 'PutItem'), ...onCounters('UpdateItem')],
  /** Reads together what the operations of a batch name. */
  readAhead: onEmployers('BatchGetItem'),
  /** Finds the first response to a request. */
  findAnswer: onEmployers('GetItem'),
  /** Finds the id of a place. */
  findPlaces: onPlaces('GetItem'),
  /** Reads references, the statuses of their jobs, and the jobs that the index has not. */
  listReferences: [...onEmployers('Query', 'BatchGetItem'), ...onIndexes('byReferenceId')],
  /** Finds the job that has a referenceId. */
  findReference: onEmployers('GetItem'),
  /** Writes the job and its reference, and marks the status map. */
  writeNewJob: onEmployers('PutItem', 'UpdateItem'),
  /** Stores the first response with the new job, and finds it when the request is repeated. */
  rememberAnswer: onEmployers('PutItem', 'GetItem'),
  /** Changes the job and the status map. */
  changeJob: onEmployers('GetItem', 'UpdateItem'),
  /** Takes a new referenceId and frees the old one, perhaps of a job that gets a public name. */
  moveReference: [...onEmployers('PutItem', 'DeleteItem'), ...onPublicNames('DeleteItem')],
  /** Puts a tombstone in place of the job, deletes its reference and its public name, and clears it from the status map. */
  removeJob: [
    ...onEmployers('GetItem', 'PutItem', 'DeleteItem', 'UpdateItem'),
    ...onPublicNames('PutItem', 'DeleteItem', 'UpdateItem'),
  ],
  /** Takes the next position, and moves the job and its digit in the status map there. */
  refreshJob: onEmployers('GetItem', 'UpdateItem'),
  /** Finds the due jobs and the plans of their employers. */
  findDueJobs: [...onIndexes('byRefreshDate'), ...onEmployers('BatchGetItem', 'GetItem')],
  /** Refreshes or parks a job, depending on the plan. */
  refreshByPlan: onEmployers('UpdateItem', 'ConditionCheckItem'),
  /** Finds the status maps to be folded, and moves digits from their leaves to bases. */
  foldStatusMaps: [
    ...onIndexes('byRefreshDate'),
    ...onEmployers('Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
  ],
  /** Finds the applications whose mail is due, or the confirmations. */
  findDueMail: onIndexes('byMailDate'),
  /** Leases an application to be mailed, and records what became of the mail. */
  recordMail: onApplications('UpdateItem'),
  /** Reads the secret that the ids of applications are encrypted with. */
  readSigningKey: onSecret('GetItem'),
  /** Reads the secret that ids, cursors and the order of the feed depend on, and makes it when there is none yet. */
  encryptIds: onSecret('GetItem', 'PutItem'),
  readApplication: onApplications('GetItem'),
  listApplications: onApplications('Query'),
  /** Reads the pointers to the applications for a job, and the applications. */
  listJobApplications: onApplications('Query', 'BatchGetItem'),
  readClicks: onApplications('GetItem'),
  /** Finds the first response to an application that is repeated; storing it takes what storing the application does. */
  findApplicationAnswer: onApplications('GetItem'),
  /** Stores an application with its number. */
  receiveApplication: onApplications('BatchGetItem', 'PutItem'),
  /** Counts the applications of an address and of a job. */
  countApplications: onCounts('UpdateItem'),
  /** Counts confirmations: of an address, for a job, and those of the whole service with what bounced. */
  countConfirmations: onCounts('UpdateItem'),
  /** Finds out whether confirmations are stopped. */
  readConfirmationCount: onCounts('GetItem'),
  /** Leases a confirmation, records what became of it, and takes it out of the queue. */
  recordConfirmation: onApplications('UpdateItem', 'DeleteItem'),
  /** Queues the mail of an application. */
  queueMail: onApplications('UpdateItem'),
  /** Finds all employers. */
  listEmployers: [...onCounters('GetItem'), ...onEmployers('BatchGetItem')],
  /** Puts a tombstone in place of an application, and deletes all that points to it, and the first response to its request. */
  eraseApplication: onApplications('PutItem', 'DeleteItem'),
  /** Keeps the file of an application. */
  keepFile: onApplicationFiles('PutObject'),
  /** Reads the file of an application, or signs an address to read it by. */
  readFile: onApplicationFiles('GetObject', 'ListBucket'),
  /** Deletes the file of an application. */
  removeFile: onApplicationFiles('DeleteObject'),
  /** Signs a form by which a file is uploaded, with its own permission. */
  offerUpload: onUploads('PutObject'),
  /** Reads the uploaded file of an application, and removes it. */
  takeUpload: onUploads('GetObject', 'DeleteObject', 'ListBucket'),
  /** Finds the uploaded files whose time is over, and deletes them. */
  sweepUploads: onUploads('DeleteObject', 'ListBucket'),
  /** Finds the files that no application has. */
  listFiles: onApplicationFiles('ListBucket'),
  /** Writes the files for the public, and removes those that are no longer needed. */
  publishFiles: onPublicFiles('PutObject', 'DeleteObject', 'ListBucket'),
  /** Reads a file for the public, or signs an address to read it by. */
  readPublicFile: onPublicFiles('GetObject', 'ListBucket'),
  /** Makes the profile of an employer name a logo, or none. */
  nameLogo: onEmployers('GetItem', 'UpdateItem'),
  /** Keeps the file of a logo, and removes that of the former one. */
  keepLogo: onLogoFiles('PutObject', 'DeleteObject'),
  /** Removes the file of a logo. */
  removeLogo: onLogoFiles('DeleteObject'),
  /** Reads the logo of an employer, if it is its current one. */
  showLogo: [...onEmployers('GetItem'), ...onLogoFiles('GetObject', 'ListBucket')],
  /** Finds the files of logos that no profile names, and deletes them. */
  sweepLogos: [...onEmployers('BatchGetItem'), ...onLogoFiles('DeleteObject', 'ListBucket')],
  sendMail: [
    { action: 'SendEmail', on: 'mail' },
    { action: 'SendRawEmail', on: 'mail' },
  ],
  /** Finds the key of the canary, or makes it with its employer. */
  settleCanary: [...onApiKeys('GetItem', 'PutItem'), ...onCounters('UpdateItem'), ...onEmployers('PutItem')],
  /** Reads the log of events. */
  readEvents: onEvents('GetItem', 'Query'),
  /** Adds to the log of events, and reads it for records that come again. */
  buildLog: onEvents('GetItem', 'Query', 'PutItem'),
  /** Finds the end of the log. */
  readLastEvent: onEvents('GetItem'),
  readWebhook: onWebhooks('GetItem'),
  listWebhooks: onWebhooks('Query'),
  /** Counts an employer's webhooks, and stores another one with its id. */
  addWebhook: onWebhooks('GetItem', 'Query', 'UpdateItem', 'PutItem'),
  /** Changes what an employer says of a webhook. */
  changeWebhook: onWebhooks('GetItem', 'UpdateItem'),
  removeWebhook: onWebhooks('GetItem', 'DeleteItem'),
  /** Finds the webhooks that are due, or those of an employer, and records how far they have been served. */
  serveWebhooks: [...onIndexes('byMailDate'), ...onWebhooks('GetItem', 'Query', 'UpdateItem')],
  readProfile: onEmployers('GetItem'),
  /** Changes what an employer says about itself. */
  changeProfile: onEmployers('GetItem', 'UpdateItem', 'PutItem', 'DeleteItem'),
  /** Finds out whether an employer is suspended. */
  readEmployer: onEmployers('GetItem'),
  /** Reads the places with ids assigned at run time. */
  listPlaces: onPlaces('Query'),
} as const satisfies Record<string, readonly Permission[]>;

export type Capability = keyof typeof capabilities;

/** The permissions that a function with these capabilities needs, each once. */
export function permissionsOf(names: readonly Capability[]): Permission[] {
  const permissions = names.flatMap((name): readonly Permission[] => capabilities[name]);
  return [
    ...new Map(
      permissions.map((permission) => [`${permission.action} ${permission.on}`, permission]),
    ).values(),
  ];
}

/** What `npm run admin` may do: with the whole table, with the files of applications, and nothing else. */
export const adminPermissions: readonly AdminPermission[] = [
  ...onTable(
    'GetItem',
    'BatchGetItem',
    'Query',
    'Scan',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'ConditionCheckItem',
  ),
  ...onIndexes('byRefreshDate'),
  ...onApplicationFiles('DeleteObject'),
  ...onLogoFiles('ListBucket'),
];
