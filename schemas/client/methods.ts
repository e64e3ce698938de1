import type { Result } from './answer.ts';
import type {
  AnswerBodyOf,
  BodyOf,
  CallOptions,
  ChangeOptions,
  CreateOptions,
  FileBody,
  IdOf,
  MediaTypeOf,
  OperationId,
  QueryOf,
  ReadOptions,
  UpsertOptions,
} from './call.ts';
import type { Pages, resources } from './resources.ts';
import type { Route, routes } from './routes.ts';

type RouteOf<Id extends OperationId> = (typeof routes)[Id];

type Given<Value, Arguments extends unknown[]> = [Value] extends [never] ? [] : Arguments;

type IdArgument<Id extends OperationId> = Given<IdOf<Id>, [id: IdOf<Id>]>;

type BodyArgument<Id extends OperationId> = Given<BodyOf<Id>, [body: BodyOf<Id>]>;

type FileArguments<Id extends OperationId> = Given<
  MediaTypeOf<Id>,
  [file: FileBody, mediaType: MediaTypeOf<Id>]
>;

type QueryArgument<Query> = Given<Query, object extends Query ? [query?: Query] : [query: Query]>;

type OptionsOf<R extends Route> = R extends { method: 'GET' }
  ? CallOptions
  : R extends { idempotencyKey: true }
    ? CreateOptions
    : R extends { method: 'POST' }
      ? CallOptions
      : R extends { method: 'PUT'; path: `/jobs${string}`; takes: readonly ['body'] }
        ? UpsertOptions
        : ChangeOptions;

type ResultOf<Id extends OperationId> =
  AnswerBodyOf<Id> extends undefined ? undefined : Result<AnswerBodyOf<Id>>;

type Plain<Id extends OperationId> = (
  ...given: [
    ...IdArgument<Id>,
    ...BodyArgument<Id>,
    ...FileArguments<Id>,
    ...QueryArgument<QueryOf<Id>>,
    options?: OptionsOf<RouteOf<Id>>,
  ]
) => Promise<ResultOf<Id>>;

type Conditional<Id extends OperationId> = (
  ...given: [...IdArgument<Id>, ...Given<QueryOf<Id>, [query: QueryOf<Id> | undefined]>, options: ReadOptions]
) => Promise<ResultOf<Id> | undefined>;

/** The method of an operation: the id in its path, its body or query, and the options. */
type MethodOf<Id extends OperationId> =
  RouteOf<Id> extends { method: 'GET' } ? Plain<Id> & Conditional<Id> : Plain<Id>;

type EntryOf<Id extends OperationId> =
  AnswerBodyOf<Id> extends { data: readonly (infer Entry)[] } ? Entry : never;

/** The method that reads all pages of a list, and yields their entries. */
type IteratorOf<Id extends OperationId> = (
  ...given: [...IdArgument<Id>, ...QueryArgument<Omit<QueryOf<Id>, 'page'>>, options?: CallOptions]
) => AsyncGenerator<EntryOf<Id>, void, undefined>;

type Table = typeof resources;

// Mapped over the keys of the table itself, so that editors show its comments.
/** The methods of every resource. */
export type Resources = {
  [Resource in keyof Table]: {
    [Name in keyof Table[Resource]]: Table[Resource][Name] extends OperationId
      ? MethodOf<Table[Resource][Name]>
      : Table[Resource][Name] extends Pages
        ? IteratorOf<Table[Resource][Name]['pagesOf']>
        : never;
  };
};
