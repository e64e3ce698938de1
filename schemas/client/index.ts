import type { JobRecord } from './openapi-types.ts';

export type { AllEvents, EventOptions } from './pages.ts';
export type { LastResponse, Result, Warning } from './answer.ts';
export type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  FileBody,
  OperationId,
  ReadOptions,
  UpsertOptions,
} from './call.ts';
export { createClient, type Client, type ClientOptions, type EmployerClient } from './client.ts';
export { ConnectionError, ProblemError, type ProblemCode } from './errors.ts';
export type { Resources } from './methods.ts';
// The types of all schemas of the OpenAPI document, by their names in the document.
export type * from './openapi-types.ts';
export type Salary = JobRecord['salary'];
export { ApplicantRoutingType, Category, PositionType, SalaryPeriod } from './reference-data.ts';
export type { PassingError, Wait } from './retries.ts';
export type { Retry } from './sender.ts';
export type { SyncCounts, SyncItem, SyncOutcome, SyncReport } from './sync/report.ts';
export type { SyncProblem } from './sync/send.ts';
export type { Sync, SyncOptions } from './sync/sync-jobs.ts';
export { verifyWebhook, WebhookError, type WebhookHeaders } from './verify-webhook.ts';
