export type { Answer, NotModified, Warning } from './answer.ts';
export type { CallOptions, OperationId } from './call.ts';
export { createClient, type Client, type ClientOptions } from './client.ts';
export { ConnectionError } from './connection-error.ts';
export type { JobFilter } from './job-pages.ts';
export type {
  ApplicantRoutingType,
  Category,
  JobCreate,
  JobHeader,
  JobList,
  JobRecord,
  JobReference,
  JobStatus,
  JobUpdate,
  JobUpsert,
  Location,
  LocationList,
  Paging,
  PositionType,
  Problem,
  Salary,
  SalaryPeriod,
  Violation,
} from './openapi-types.ts';
export { ProblemError, type ProblemCode } from './problem-error.ts';
export type { SyncCounts, SyncItem, SyncOutcome, SyncReport } from './sync/report.ts';
export type { SyncProblem } from './sync/send.ts';
export type { SyncOptions } from './sync/sync-jobs.ts';
