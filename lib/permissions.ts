import type { IndexName } from '../functions/store/table.ts';
import type { OperationId } from '../schemas/operations.ts';
import type { ScheduledId } from './scheduled-functions.ts';

/**
 * Actions of DynamoDB. A transaction needs no action of its own: it is authorised by the PutItem, UpdateItem,
 * DeleteItem and ConditionCheckItem actions that it contains.
 */
type TableAction =
  'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

/** An action on the whole table or only on the items of API keys. Indexes are only read. */
export type Permission =
  { action: TableAction; on: 'table' | 'apiKeys' } | { action: 'Query'; on: IndexName };

const onTable = (...actions: TableAction[]) => actions.map((action): Permission => ({ action, on: 'table' }));

const onApiKeys = (...actions: TableAction[]) =>
  actions.map((action): Permission => ({ action, on: 'apiKeys' }));

const onIndexes = (...names: IndexName[]) => names.map((name): Permission => ({ action: 'Query', on: name }));

/** What the service does with the table, and the permissions that each needs. */
const capabilities = {
  /** Finds the employer of an API key, records that the key is in use and takes requests out of its bucket. */
  authenticate: onApiKeys('GetItem', 'UpdateItem'),
  readJob: onTable('GetItem'),
  /** Reads the status map and the rows of the page. */
  listJobs: [...onTable('Query'), ...onIndexes('byPublishDate', 'byStatus')],
  /** Reads the narrow rows that q is matched against, and the jobs found. */
  searchJobs: [...onIndexes('bySearchText'), ...onTable('BatchGetItem')],
  /** Takes the next position and job id, and leases a block of ids. */
  publish: onTable('GetItem', 'UpdateItem'),
  /** Finds the id of a place, or gives it one. */
  settlePlaces: onTable('GetItem', 'UpdateItem', 'PutItem'),
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
  /** Deletes the job and its reference, and clears it from the status map. */
  removeJob: onTable('GetItem', 'DeleteItem', 'UpdateItem'),
  /** Takes the next position, and moves the job and its digit in the status map there. */
  refreshJob: onTable('GetItem', 'UpdateItem'),
  /** Finds the due jobs and the plans of their employers. */
  findDueJobs: [...onIndexes('byRefreshDate'), ...onTable('BatchGetItem', 'GetItem')],
  /** Refreshes or parks a job, depending on the plan. */
  refreshByPlan: onTable('UpdateItem', 'ConditionCheckItem'),
  /** Removes zeros from the status map. */
  sweepStatusMap: onTable('Query', 'UpdateItem', 'DeleteItem'),
  /** Reads the places with ids assigned at run time. */
  listPlaces: onTable('Query'),
} as const satisfies Record<string, readonly Permission[]>;

type Capability = keyof typeof capabilities;

const creates = ['publish', 'settlePlaces', 'findReference', 'writeNewJob'] as const;
const updatesOrCreates = [...creates, 'changeJob'] as const;
const updatesById = ['settlePlaces', 'findReference', 'changeJob', 'moveReference'] as const;
const deletesByReference = ['findReference', 'removeJob'] as const;

const capabilitiesOf: Record<OperationId | ScheduledId, readonly Capability[]> = {
  listJobs: ['authenticate', 'listJobs', 'searchJobs'],
  // With X-HTTP-Method-Override, the function of the POST also serves PUT and DELETE of the same path.
  createJob: ['authenticate', ...updatesOrCreates, 'rememberAnswer', ...deletesByReference],
  upsertJob: ['authenticate', ...updatesOrCreates],
  deleteJobByReference: ['authenticate', ...deletesByReference],
  getJob: ['authenticate', 'readJob'],
  updateJob: ['authenticate', ...updatesById],
  deleteJob: ['authenticate', 'removeJob'],
  overrideJobMethod: ['authenticate', ...updatesById, 'removeJob'],
  refreshJob: ['authenticate', 'refreshJob'],
  refreshDueJobs: ['findDueJobs', 'refreshByPlan', 'sweepStatusMap'],
  listPositionTypes: [],
  getPositionType: [],
  listJobCategories: [],
  getJobCategory: [],
  listSalaryPeriods: [],
  getSalaryPeriod: [],
  listApplicantRoutingTypes: [],
  getApplicantRoutingType: [],
  listLocations: ['listPlaces'],
  getLocation: ['listPlaces'],
};

/** What the function may do with the table: exactly the actions that its code uses, each once. */
export function permissionsOf(functionOf: OperationId | ScheduledId): Permission[] {
  const permissions = capabilitiesOf[functionOf].flatMap(
    (capability): readonly Permission[] => capabilities[capability],
  );
  return [
    ...new Map(
      permissions.map((permission) => [`${permission.action} ${permission.on}`, permission]),
    ).values(),
  ];
}
