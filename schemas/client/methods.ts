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
  AnyCall,
  Call,
} from './call.ts';
import { type Pages, type Route, resources } from './resources.ts';
import { entriesOf } from './pages.ts';

type IfPresent<Value, Arguments extends unknown[]> = [Value] extends [never] ? [] : Arguments;

type IdArgument<Id extends OperationId> = IfPresent<IdOf<Id>, [id: IdOf<Id>]>;

type BodyArgument<Id extends OperationId> = IfPresent<BodyOf<Id>, [body: BodyOf<Id>]>;

type FileArguments<Id extends OperationId> = IfPresent<
  MediaTypeOf<Id>,
  [file: FileBody, mediaType: MediaTypeOf<Id>]
>;

type QueryArgument<Query> = IfPresent<Query, object extends Query ? [query?: Query] : [query: Query]>;

type OptionsOf<R extends Route> = R extends { idempotencyKey: true }
  ? CreateOptions
  : R extends { request: `${'GET' | 'POST'} ${string}` }
    ? CallOptions
    : R extends { request: 'PUT /jobs' | 'PUT /jobs/validate' }
      ? UpsertOptions
      : ChangeOptions;

type ResultOf<Id extends OperationId> =
  AnswerBodyOf<Id> extends undefined ? undefined : Result<AnswerBodyOf<Id>>;

type Plain<R extends Route, Id extends OperationId = R['id']> = (
  ...given: [
    ...IdArgument<Id>,
    ...BodyArgument<Id>,
    ...FileArguments<Id>,
    ...QueryArgument<QueryOf<Id>>,
    options?: OptionsOf<R>,
  ]
) => Promise<ResultOf<Id>>;

type Conditional<Id extends OperationId> = (
  ...given: [
    ...IdArgument<Id>,
    ...IfPresent<QueryOf<Id>, [query: QueryOf<Id> | undefined]>,
    options: ReadOptions,
  ]
) => Promise<ResultOf<Id> | undefined>;

/** The method of an operation: the id in its path, its body or query, and the options. */
type MethodOf<R extends Route> = R extends { request: `GET ${string}` }
  ? Plain<R> & Conditional<R['id']>
  : Plain<R>;

type EntryOf<Id extends OperationId> =
  AnswerBodyOf<Id> extends { data: readonly (infer Entry)[] } ? Entry : never;

/** The method that reads all pages of a list, and yields their entries. */
type IteratorOf<Id extends OperationId> = (
  ...given: [...IdArgument<Id>, ...QueryArgument<Omit<QueryOf<Id>, 'page'>>, options?: CallOptions]
) => AsyncGenerator<EntryOf<Id>, void, undefined>;

/** The operation whose pages a method reads. */
type ListOf<Methods, P extends Pages> =
  Methods extends Record<P['pagesOf'], { id: infer Id extends OperationId }> ? Id : never;

type Table = typeof resources;

// Mapped over the keys of the table itself, so that editors show its comments.
/** The methods of every resource. */
export type Resources = {
  [Resource in keyof Table]: {
    [Name in keyof Table[Resource]]: Table[Resource][Name] extends Route
      ? MethodOf<Table[Resource][Name]>
      : Table[Resource][Name] extends Pages
        ? IteratorOf<ListOf<Table[Resource], Table[Resource][Name]>>
        : never;
  };
};

/** The names of a method's arguments, in order. Its options come last. */
const argumentsOf = ({ request, takes }: Route): string[] => [
  ...(request.includes('{id}') ? ['id'] : []),
  ...(takes ? [takes] : []),
  ...(takes === 'file' ? ['mediaType'] : []),
];

/** Converts the arguments of a method to a call. */
function callOf(route: Route, given: unknown[]): AnyCall {
  const names = argumentsOf(route);
  const requestFields = Object.fromEntries(names.map((name, index) => [name, given[index]]));
  return { ...(given[names.length] as CallOptions | undefined), ...requestFields };
}

/** The methods of every resource. */
export function resourceMethods(call: Call): Resources {
  const methodsOf = (table: Record<string, Route | Pages>) =>
    Object.entries(table).map(([name, entry]) => {
      if (!('pagesOf' in entry)) {
        return [name, async (...given: unknown[]) => call(entry, callOf(entry, given))];
      }
      const list = table[entry.pagesOf] as Route;
      const listAll = (...given: unknown[]) => {
        const { query, ...rest } = callOf(list, given);
        return entriesOf(call, list, { ...rest, query: { ...entry.query, ...query } });
      };
      return [name, listAll];
    });
  return Object.fromEntries(
    Object.entries(resources).map(([resource, table]) => [resource, Object.fromEntries(methodsOf(table))]),
  ) as Resources;
}
