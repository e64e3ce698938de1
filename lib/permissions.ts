import type { IndexName } from '../functions/store/table.ts';
import type { OperationId } from '../schemas/operations.ts';
import type { ScheduledId } from './scheduled-functions.ts';

/**
 * Of DynamoDB, one item's or many's. A transaction needs no action of its own: it is authorised as the PutItem,
 * UpdateItem, DeleteItem and ConditionCheckItem that it holds.
 */
type TableAction =
  'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

/** One thing that a function may do, with the whole table or with the items of API keys. An index is only ever read. */
export type Permission =
  { action: TableAction; on: 'table' | 'apiKeys' } | { action: 'Query'; on: IndexName };

const onTable = (...actions: TableAction[]) => actions.map((action): Permission => ({ action, on: 'table' }));

const onApiKeys = (...actions: TableAction[]) =>
  actions.map((action): Permission => ({ action, on: 'apiKeys' }));

const onIndexes = (...names: IndexName[]) => names.map((name): Permission => ({ action: 'Query', on: name }));

/** What the service does with the table, and what each deed takes. */
const capabilities = {
  /** Finds the employer of an API key, writes down that it is in use and takes requests out of its bucket. */
  authenticate: onApiKeys('GetItem', 'UpdateItem'),
  readJob: onTable('GetItem'),
  /** The status map, and the rows of the page. */
  listJobs: [...onTable('Query'), ...onIndexes('byPublishDate', 'byStatus')],
  /** The narrow rows that q is compared with, and the jobs found. */
  searchJobs: [...onIndexes('bySearchText'), ...onTable('BatchGetItem')],
  /** Takes the next position and job id, and leases a block of ids. */
  publish: onTable('GetItem', 'UpdateItem'),
  /** Finds a place that was named before, or gives it its id. */
  settlePlaces: onTable('GetItem', 'UpdateItem', 'PutItem'),
  /** Finds the job that has a referenceId. */
  findReference: onTable('GetItem'),
  /** Writes the job and its reference, and marks the status map. */
  writeNewJob: onTable('PutItem', 'UpdateItem'),
  /** Keeps the first answer with the new job, and finds it when the request comes again. */
  rememberAnswer: onTable('PutItem', 'GetItem'),
  /** Changes the job and the status map. */
  changeJob: onTable('GetItem', 'UpdateItem'),
  /** Takes another referenceId and frees the one before. */
  moveReference: onTable('PutItem', 'DeleteItem'),
  /** Deletes the job and its reference, and clears it from the status map. */
  removeJob: onTable('GetItem', 'DeleteItem', 'UpdateItem'),
  /** Takes the next position, and moves the job and its digit of the status map there. */
  refreshJob: onTable('GetItem', 'UpdateItem'),
  /** Finds what is due, and the jobs and the plans of their employers. */
  findDueJobs: [...onIndexes('byRefreshDate'), ...onTable('BatchGetItem', 'GetItem')],
  /** Refreshes a job, or parks it, on condition of the plan. */
  refreshByPlan: onTable('UpdateItem', 'ConditionCheckItem'),
  /** Takes out of the status map what has come to zero. */
  sweepStatusMap: onTable('Query', 'UpdateItem', 'DeleteItem'),
  /** The places that got their id when a job first named them. */
  listPlaces: onTable('Query'),
} as const satisfies Record<string, readonly Permission[]>;

type Capability = keyof typeof capabilities;

const creates = ['publish', 'settlePlaces', 'findReference', 'writeNewJob'] as const;
const updatesOrCreates = [...creates, 'changeJob'] as const;
const updatesById = ['settlePlaces', 'findReference', 'changeJob', 'moveReference'] as const;
const deletesByReference = ['findReference', 'removeJob'] as const;

const capabilitiesOf: Record<OperationId | ScheduledId, readonly Capability[]> = {
  listJobs: ['authenticate', 'listJobs', 'searchJobs'],
  // POST with X-HTTP-Method-Override is also PUT and DELETE of the same path, in the function of the POST.
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

/** What the function may do with the table: all that its code calls, each once, and nothing else. */
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
