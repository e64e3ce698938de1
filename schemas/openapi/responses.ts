import { operationGuide } from '../operation-guide.ts';
import { isConditional, responseHeaderRows } from '../headers.ts';
import { documentedOperations, type DocumentedOperation } from '../operation-schemas.ts';
import type { OperationId } from '../operations.ts';
import { problems, type ProblemCode } from '../problems.ts';
import type { Components, Source } from './components.ts';
import type { OperationObject, Reference, Response } from './document.ts';
import { isOfPosting, meantBy, problemsOf } from './problems-of.ts';

/** Successful statuses besides the one in the table of operations (guide: first-job 6). */
const furtherStatuses: Partial<Record<OperationId, number[]>> = {
  upsertJob: [201],
  upsertEmployerAccount: [201],
  importApplication: [200],
  getApplicationResume: [302],
};

const successes: Record<number, string> = {
  200: 'Success.',
  201: 'Created.',
  204: 'Deleted. There is no body.',
  301: 'The job has another public id by now.',
  302: 'Where the client does not accept JSON by name: there is no body.',
  304: 'You already have the current version. There is no body.',
  308: 'The job has another public id by now.',
};

const Throttled = {
  $id: 'Throttled',
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
} as const;

/** The gateway's own response to a request that it does not forward to an operation. */
const throttled = (components: Components): Response => ({
  description: 'The gateway accepts no more requests at the moment.',
  content: {
    'application/json': {
      schema: components.use(Throttled, 'answer'),
      example: { message: 'Too Many Requests' },
    },
  },
});

function headersOf(status: number, operation: DocumentedOperation): Record<string, Reference> | undefined {
  const headers = responseHeaderRows.filter(([, { sentWith }]) => sentWith(status, operation));
  return headers.length === 0
    ? undefined
    : Object.fromEntries(headers.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
}

const withHeaders = (status: number, operation: DocumentedOperation, response: Response): Response => {
  const { description, ...rest } = response;
  const headers = headersOf(status, operation);
  return { description, ...(headers && { headers }), ...rest };
};

/** The statuses of an operation's own responses that are not errors. */
export function ownStatusesOf(id: OperationId): number[] {
  const operation: DocumentedOperation = documentedOperations[id];
  const { method, status, servedBy } = operation;
  return [
    ...(servedBy ? [] : [status, ...(furtherStatuses[id] ?? [])]),
    // 308 keeps the method and the body.
    ...(isOfPosting(operation) ? [method === 'GET' ? 301 : 308] : []),
    ...(method === 'GET' && isConditional(operation) ? [304] : []),
  ];
}

function successesOf(id: OperationId, components: Components): [number, Response][] {
  const operation: DocumentedOperation = documentedOperations[id];
  const { answer: example } = operationGuide[id];
  const schema = operation.answer && components.use(operation.answer as Source, 'answer');
  const content = schema && { 'application/json': { schema, ...(example && { example }) } };
  return ownStatusesOf(id).map((status) => [
    status,
    withHeaders(status, operation, {
      description: successes[status] ?? '',
      ...(content && status < 300 && { content }),
    }),
  ]);
}

/** The names of responses that are equal for every operation: those without a body, and those with one error. */
const sharedNames: Record<number, string> = { 304: 'NotModified', 429: 'TooManyRequests' };

const nameOf = (status: number, codes: ProblemCode[] = []): string | undefined =>
  sharedNames[status] ??
  (codes.length === 1
    ? codes[0]?.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
    : undefined);

/** Every response of an operation by status, including those of the operations that a method override can select. */
export function responsesOf(id: OperationId, components: Components): OperationObject['responses'] {
  const operation: DocumentedOperation = documentedOperations[id];
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
        // Responses without an API key lack the rate-limit headers, so they have a second name.
        return [
          status,
          name === undefined ? response : components.share([name, `${name}WithoutKey`], response),
        ];
      }),
  );
}
