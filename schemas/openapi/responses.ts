import { problemGuide } from '../problem-guide.ts';
import { operationGuide } from '../operation-guide.ts';
import { isConditional, responseHeaderRows } from '../headers.ts';
import { operations, type Operation, type OperationId } from '../operations.ts';
import { problems, problemType, type ProblemCode } from '../problems.ts';
import type { Components, Source } from './components.ts';
import type { OperationObject, Reference, Response, Schema } from './document.ts';
import { isOfPosting, meantBy, problemsOf } from './problems-of.ts';
import type { SharedResponses } from './shared-responses.ts';

/** Success statuses other than the one in the table of operations (interface 3.4 and 12.5). */
const furtherStatuses: Partial<Record<OperationId, number[]>> = {
  upsertJob: [201],
  getApplicationResume: [302],
};

const successes: Record<number, string> = {
  200: 'Success.',
  201: 'Created.',
  204: 'Deleted. There is no body.',
  302: 'Where the client does not accept JSON by name: there is no body.',
};

const Throttled = {
  $id: 'Throttled',
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
} as const;

/** The gateway's own response, before any operation runs. */
const throttled = (components: Components): Response => ({
  description: 'The gateway accepts no more requests at the moment.',
  content: {
    'application/json': {
      schema: components.use(Throttled, 'answer'),
      example: { message: 'Too Many Requests' },
    },
  },
});

/** An example response for a problem. */
export function problemExample(code: ProblemCode): object {
  const { status, title } = problems[code];
  const { detail, ...members } = problemGuide[code].example;
  const type = problemType(code);
  const requestId = 'JKJaXmPLvHcESHA=';
  return { type, title, status, detail, message: detail, code, ...members, requestId };
}

function headersOf(status: number, operation: Operation): Record<string, Reference> | undefined {
  const sent = responseHeaderRows.filter(([, { sentWith }]) => sentWith(status, operation));
  return sent.length === 0
    ? undefined
    : Object.fromEntries(sent.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
}

const withHeaders = (status: number, operation: Operation, response: Response): Response => {
  const { description, ...rest } = response;
  const headers = headersOf(status, operation);
  return { description, ...(headers && { headers }), ...rest };
};

/** The statuses of an operation's own responses that are no errors, apart from 304. */
const doneStatusesOf = (id: OperationId): number[] => {
  const operation: Operation = operations[id];
  return operation.servedBy ? [] : [operation.status, ...(furtherStatuses[id] ?? [])];
};

/** Whether a client can be told that it has the current version already. */
const hasVersions = (operation: Operation) => operation.method === 'GET' && isConditional(operation);

/** The status of the redirect to another public id: 308 keeps the method and the body. */
const movedStatusOf = ({ method }: Operation) => (method === 'GET' ? 301 : 308);

/** The statuses of an operation's own responses that are no errors. */
export const ownStatusesOf = (id: OperationId): number[] => [
  ...doneStatusesOf(id),
  ...(isOfPosting(operations[id]) ? [movedStatusOf(operations[id])] : []),
  ...(hasVersions(operations[id]) ? [304] : []),
];

function successesOf(id: OperationId, components: Components): [number, Response][] {
  const operation: Operation = operations[id];
  const { answer } = operationGuide[id];
  const schema: Schema | undefined =
    operation.answer === undefined ? undefined : components.use(operation.answer as Source, 'answer');
  const known: [number, Response][] = hasVersions(operation)
    ? [
        [
          304,
          withHeaders(304, operation, {
            description: 'You already have the current version. There is no body.',
          }),
        ],
      ]
    : [];
  const done = doneStatusesOf(id).map((status): [number, Response] => [
    status,
    withHeaders(status, operation, {
      description: successes[status] ?? '',
      ...(schema &&
        status < 300 && { content: { 'application/json': { schema, ...(answer && { example: answer }) } } }),
    }),
  ]);
  const movedStatus = movedStatusOf(operation);
  const description = 'The job has another public id by now.';
  const moved: [number, Response][] = isOfPosting(operation)
    ? [[movedStatus, withHeaders(movedStatus, operation, { description })]]
    : [];
  return [...done, ...moved, ...known];
}

/** The names of responses that say the same for every operation: those without a body, and those with one error. */
const sharedNames: Record<number, string> = { 304: 'NotModified', 429: 'TooManyRequests' };

const nameOf = (status: number, codes: ProblemCode[] = []): string | undefined =>
  sharedNames[status] ??
  (codes.length === 1
    ? codes[0]?.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
    : undefined);

/** Every response of an operation by status, including those of the operations that a method override can select. */
export function responsesOf(
  id: OperationId,
  components: Components,
  shared: SharedResponses,
): OperationObject['responses'] {
  const operation: Operation = operations[id];
  const responses = new Map<number, Response>([[429, withHeaders(429, operation, throttled(components))]]);
  for (const each of meantBy(id).toReversed()) {
    for (const [status, response] of successesOf(each, components)) responses.set(status, response);
  }
  for (const [status, response] of successesOf(id, components)) responses.set(status, response);
  const refusals = Map.groupBy(problemsOf(id), (code): number => problems[code].status);
  for (const [status, codes] of refusals) {
    const byGateway = responses.get(status);
    const titles = codes.map((code) => `${problems[code].title}.`);
    responses.set(
      status,
      withHeaders(status, operation, {
        description: [...titles, byGateway?.description].filter(Boolean).join(' '),
        content: {
          ...byGateway?.content,
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(
              codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      }),
    );
  }
  return Object.fromEntries(
    [...responses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, response]) => {
        const name = nameOf(status, refusals.get(status));
        // Without a key there are no headers about its limits.
        return [status, name === undefined ? response : shared.use([name, `${name}WithoutKey`], response)];
      }),
  );
}
