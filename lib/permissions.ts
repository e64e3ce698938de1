import type { confines, IndexName } from '../functions/platform/dynamodb/table.ts';

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

/** Actions of S3 on single files. */
type FileAction = 'GetObject' | 'PutObject' | 'DeleteObject';

/** An action on the whole table or only on some of its partitions. Indexes are only read. */
type TablePermission =
  { action: TableAction; on: 'table' | keyof typeof confines } | { action: 'Query'; on: IndexName };

/** An action on the files of applications or on those for the public, or on the list of all files. */
type FilePermission =
  { action: FileAction; on: 'applicationFiles' | 'publicFiles' } | { action: 'ListBucket'; on: 'fileBucket' };

/** SES checks both for a mail that the service has composed. */
interface MailPermission {
  action: 'SendEmail' | 'SendRawEmail';
  on: 'mail';
}

/** An action that a function may take, and what on; `lib/policy.ts` says which resource that is. */
export type Permission = TablePermission | FilePermission | MailPermission;

const onTable = (...actions: TableAction[]) => actions.map((action): Permission => ({ action, on: 'table' }));

const within =
  (on: keyof typeof confines) =>
  (...actions: TableAction[]) =>
    actions.map((action): Permission => ({ action, on }));

const onApiKeys = within('apiKeys');
const onApplications = within('applications');
const onCounts = within('counts');
const onSecret = within('secret');

const onIndexes = (...names: IndexName[]) => names.map((name): Permission => ({ action: 'Query', on: name }));

const onApplicationFiles = (...actions: FileAction[]) =>
  actions.map((action): Permission => ({ action, on: 'applicationFiles' }));

const onPublicFiles = (...actions: FileAction[]) =>
  actions.map((action): Permission => ({ action, on: 'publicFiles' }));

/** Without it, S3 refuses to say that a file does not exist, and a missing file looks like a missing permission. */
const listFiles: Permission = { action: 'ListBucket', on: 'fileBucket' };

/** What the service does with table, files and mail, and the permissions that each needs. */
const capabilities = {
  /** Finds the employer of an API key, records that the key is in use and takes requests out of its bucket. */
  authenticate: onApiKeys('GetItem', 'UpdateItem'),
  readJob: onTable('GetItem'),
  countClick: onApplications('UpdateItem'),
  /** Finds the employer of a public id, its job and its name. */
  findPosting: onTable('GetItem'),
  /** Reads all employers, rows of their active jobs, and the jobs. */
  findPostings: [...onIndexes('byStatus'), ...onTable('BatchGetItem', 'GetItem')],
  /** Reads an employer, rows of its active jobs, and the jobs. */
  listPostings: [...onIndexes('byStatus'), ...onTable('BatchGetItem', 'GetItem')],
  /** Reads the status map and the rows of the page. */
  listJobs: [...onTable('Query'), ...onIndexes('byPublishDate', 'byStatus')],
  /** Reads the narrow rows that q is matched against, and the jobs found. */
  searchJobs: [...onIndexes('bySearchText'), ...onTable('BatchGetItem')],
  /** Takes the next position and job id, and leases a block of ids. */
  publish: onTable('GetItem', 'UpdateItem', 'PutItem'),
  /** Gives a confidential job its public name. */
  namePublicly: onTable('PutItem'),
  /** Finds the id of a place, or gives it one. */
  settlePlaces: onTable('GetItem', 'UpdateItem', 'PutItem'),
  /** Reads together what the operations of a batch name. */
  readAhead: onTable('BatchGetItem'),
  /** Finds the first response to a request. */
  findAnswer: onTable('GetItem'),
  /** Finds the id of a place. */
  findPlaces: onTable('GetItem'),
  listReferences: onTable('Query'),
  /** Finds the job that has a referenceId. */
  findReference: onTable('GetItem'),
  /** Writes the job and its reference, and marks the status map. */
  writeNewJob: onTable('PutItem', 'UpdateItem'),
  /** Stores the first response with the new job, and finds it when the request is repeated. */
  rememberAnswer: onTable('PutItem', 'GetItem'),
  /** Changes the job and the status map. */
  changeJob: onTable('GetItem', 'UpdateItem'),
  /** Takes a new referenceId and frees the old one. */
  moveReference: onTable('PutItem', 'DeleteItem'),
  /** Deletes the job, its reference and its public name, and clears it from the status map. */
  removeJob: onTable('GetItem', 'DeleteItem', 'UpdateItem'),
  /** Takes the next position, and moves the job and its digit in the status map there. */
  refreshJob: onTable('GetItem', 'UpdateItem'),
  /** Finds the due jobs and the plans of their employers. */
  findDueJobs: [...onIndexes('byRefreshDate'), ...onTable('BatchGetItem', 'GetItem')],
  /** Refreshes or parks a job, depending on the plan. */
  refreshByPlan: onTable('UpdateItem', 'ConditionCheckItem'),
  /** Removes zeros from the status map. */
  sweepStatusMap: onTable('Query', 'UpdateItem', 'DeleteItem'),
  /** Finds the applications whose mail is due. */
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
  /** Queues the mail of an application. */
  queueMail: onApplications('UpdateItem'),
  /** Finds all employers. */
  listEmployers: onTable('GetItem', 'BatchGetItem'),
  /** Erases an application with all that points to it, and the first response to its request. */
  eraseApplication: onApplications('DeleteItem'),
  /** Keeps the file of an application. */
  keepFile: onApplicationFiles('PutObject'),
  /** Reads the file of an application, or signs an address to read it by. */
  readFile: [...onApplicationFiles('GetObject'), listFiles],
  /** Deletes the file of an application. */
  removeFile: onApplicationFiles('DeleteObject'),
  /** Finds the files that no application has. */
  listFiles: [listFiles],
  /** Writes the files for the public, and removes those that are no longer needed. */
  publishFiles: [...onPublicFiles('PutObject', 'DeleteObject'), listFiles],
  /** Reads a file for the public, or signs an address to read it by. */
  readPublicFile: [...onPublicFiles('GetObject'), listFiles],
  sendMail: [
    { action: 'SendEmail', on: 'mail' },
    { action: 'SendRawEmail', on: 'mail' },
  ],
  /** Finds out whether the canary was started. */
  findCanaryKey: [...onSecret('GetItem'), ...onApiKeys('GetItem')],
  /** Reads the places with ids assigned at run time. */
  listPlaces: onTable('Query'),
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
export const adminPermissions: readonly Permission[] = [
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
  ...onIndexes('byPublishDate', 'byStatus', 'bySearchText', 'byRefreshDate'),
  ...onApplicationFiles('DeleteObject'),
  listFiles,
];
