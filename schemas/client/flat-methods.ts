import type { Answer, NotModified } from './answer.ts';
import type {
  AnswerBodyOf,
  AnyCall,
  BodyOf,
  Call,
  CallOptions,
  ChangeOptions,
  CreateOptions,
  FileBody,
  IdOf,
  MediaTypeOf,
  OperationId,
  QueryOf,
} from './call.ts';
import type { JobHeader, JobList, JobUpsert } from './openapi-types.ts';
import { entriesOf, pagesFrom } from './pages.ts';
import { routes } from './routes.ts';
import type { SyncReport } from './sync/report.ts';
import type { Sync, SyncOptions } from './sync/sync-jobs.ts';

type If<Value, Member> = [Value] extends [never] ? unknown : Member;

/** The argument of an operation: its path parameters by name, its query, its body, and the options. */
type CallOf<Id extends OperationId> = If<IdOf<Id>, { id: IdOf<Id> }> &
  If<QueryOf<Id>, { query?: QueryOf<Id> }> &
  If<BodyOf<Id>, { body: BodyOf<Id> }> &
  If<MediaTypeOf<Id>, { file: FileBody; mediaType: MediaTypeOf<Id> }> &
  CallOptions &
  ChangeOptions &
  CreateOptions;

type Plain<Id extends OperationId> =
  object extends CallOf<Id>
    ? (call?: CallOf<Id>) => Promise<Answer<AnswerBodyOf<Id>>>
    : (call: CallOf<Id>) => Promise<Answer<AnswerBodyOf<Id>>>;

type MethodOf<Id extends OperationId> = (typeof routes)[Id]['method'] extends 'GET'
  ? Plain<Id> &
      ((call: CallOf<Id> & { ifNoneMatch: string }) => Promise<Answer<AnswerBodyOf<Id>> | NotModified>)
  : Plain<Id>;

/** Which jobs to list, and how to fetch them. */
export interface JobFilter extends Omit<NonNullable<QueryOf<'listJobs'>>, 'page' | 'referenceId'> {
  signal?: AbortSignal | undefined;
}

/** The methods of version 1.1, which the resources replace: they will go in the next version. */
export type FlatMethods = { [Id in keyof typeof routes]: MethodOf<Id> } & {
  /** @deprecated Use `client.jobs.listAll`. */
  allJobs: (filter?: JobFilter) => AsyncGenerator<JobHeader, void, undefined>;
  /** @deprecated Use `client.jobs.list`, or `client.jobs.listAll`. */
  jobPages: (filter?: JobFilter) => AsyncGenerator<JobList, void, undefined>;
  /** @deprecated Use `client.jobs.sync`. */
  syncJobs: (
    jobs: AsyncIterable<JobUpsert> | Iterable<JobUpsert>,
    options?: SyncOptions,
  ) => Promise<SyncReport>;
};

const PAGE_SIZE = 100;

/** The methods of version 1.1. */
export function flatMethods(call: Call, syncJobs: Sync): FlatMethods {
  const ids = Object.keys(routes) as OperationId[];
  const methods = Object.fromEntries(ids.map((id) => [id, async (given: AnyCall = {}) => call(id, given)]));
  const jobPages = ({ signal, ...query }: JobFilter = {}) =>
    pagesFrom<JobList>(call, 'listJobs', { query: { pageSize: PAGE_SIZE, ...query }, signal });
  return {
    ...(methods as unknown as { [Id in OperationId]: MethodOf<Id> }),
    allJobs: (filter) => entriesOf(jobPages(filter)),
    jobPages,
    syncJobs,
  };
}
