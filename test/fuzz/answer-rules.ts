import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { rules } from '../../functions/http/validators.ts';
import { findRoute } from '../../bin/local/routes.ts';
import { documentedOperations, type DocumentedOperation } from '../../schemas/operation-schemas.ts';
import { BASE_PATH, type OperationId } from '../../schemas/operations.ts';
import { pages } from '../../schemas/pages.ts';
import { publicPages } from '../../schemas/public-pages.ts';
import { Problem } from '../../schemas/problem.ts';
import { problems, type ProblemCode } from '../../schemas/problems.ts';
import { compareWithDocument } from '../setup/openapi-responses.ts';
import { POISON, type FuzzRequest } from './requests.ts';
import type { RawReply } from '../setup/http-client.ts';

/** Texts that no response may contain: data of another employer, and secrets. */
export interface Secrets {
  texts: readonly string[];
  employerId: number;
  rivalJobIds: readonly number[];
}

const compiled = new Map<object, ValidateFunction>();

const isUrl = (text: string) => URL.canParse(text);
const ajv = new Ajv2020({ ...rules, formats: { ...rules.formats, 'date-time': true, uri: isUrl } });

/** A schema without the names of its parts, because it may contain the same part twice. */
const nameless = (schema: object) =>
  JSON.parse(
    JSON.stringify(schema, (key, member: unknown) => (key === '$id' ? undefined : member)),
  ) as object;

function faultsOfShape(schema: object, value: unknown): string[] {
  const validator = compiled.get(schema) ?? ajv.compile(nameless(schema));
  compiled.set(schema, validator);
  validator(value);
  return (validator.errors ?? []).map(
    ({ instancePath, keyword, params }) => `${instancePath} breaks ${keyword} ${JSON.stringify(params)}`,
  );
}

function effectiveMethod({ method, headers }: FuzzRequest): string {
  const overrideMethod = headers['x-http-method-override']?.trim().toUpperCase();
  return method === 'POST' && overrideMethod !== undefined
    ? overrideMethod
    : method === 'HEAD'
      ? 'GET'
      : method;
}

/** The id of the operation with this method at the path of a request. */
function idAt(address: string, method: string): OperationId | undefined {
  const [path = ''] = address.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  const { routeKey } = findRoute(method, path);
  return (Object.keys(documentedOperations) as OperationId[]).find((id) => {
    const { method: operationMethod, path: template } = documentedOperations[id];
    return `${operationMethod} ${BASE_PATH}${template}` === routeKey;
  });
}

/** The operation that a successful request has called. */
function operationOf(request: FuzzRequest): DocumentedOperation | undefined {
  const id = idAt(request.path, effectiveMethod(request));
  return id && documentedOperations[id];
}

type Body = Record<string, unknown>;

/** The members of a violation that say where it is. */
const locators = ['pointer', 'parameter', 'header'];

function problemFaults({ status, headers }: RawReply, body: Body): string[] {
  const { code, type, errors, detail, message } = body as {
    code: ProblemCode;
    type: string;
    errors?: { pointer?: string; parameter?: string }[];
    detail: string;
    message: string;
  };
  return [
    ...faultsOfShape(Problem, body),
    ...(problems[code]?.status === status && body['status'] === status ? [] : ['status and code disagree']),
    ...(type === `/problems/${code.replaceAll('_', '-')}` ? [] : ['type and code disagree']),
    ...(detail && message === detail ? [] : ['no sentence for people']),
    ...(code === 'validation_failed' && !errors?.length ? ['no errors'] : []),
    ...(errors?.some((error) => locators.filter((place) => place in error).length !== 1)
      ? ['an error names no place, or two']
      : []),
    ...(status === 405 && !headers['allow'] ? ['no Allow'] : []),
    ...(status === 401 && !headers['www-authenticate'] ? ['no WWW-Authenticate'] : []),
  ];
}

/** Every record in a response that looks like a job, because it has an employer. */
function* jobsIn(value: unknown): Generator<{ id: number; employer: { id: number } }> {
  if (typeof value !== 'object' || value === null) return;
  if ('employer' in value) yield value as { id: number; employer: { id: number } };
  for (const member of Object.values(value)) yield* jobsIn(member);
}

function leaks(text: string, body: unknown, { texts, employerId, rivalJobIds }: Secrets): string[] {
  const { existingJob } = (body ?? {}) as { existingJob?: { id: number } };
  const jobs = [...jobsIn(body)];
  return [
    ...texts.filter((secret) => text.includes(secret)).map((secret) => `tells ${secret}`),
    ...(text.includes(POISON) ? ['repeats a host that the client named'] : []),
    ...(jobs.some(({ id, employer }) => employer.id !== employerId || rivalJobIds.includes(id))
      ? ["shows another employer's job"]
      : []),
    ...(existingJob && rivalJobIds.includes(existingJob.id) ? ["names another employer's job"] : []),
  ];
}

function expectationFaults({ expected }: FuzzRequest, { status }: RawReply, body: Body | undefined) {
  if (!expected) return [];
  const { statuses, pointer, parameter } = expected;
  const errors = (body?.['errors'] ?? []) as { pointer?: string; parameter?: string }[];
  const isReported = errors.some(
    (error) =>
      (pointer !== undefined && (error.pointer === pointer || error.pointer?.startsWith(`${pointer}/`))) ||
      (parameter !== undefined && error.parameter === parameter),
  );
  return [
    ...(statuses.includes(status) ? [] : [`${status} instead of ${statuses.join(' or ')}`]),
    ...((pointer ?? parameter) === undefined || isReported ? [] : [`does not name ${pointer ?? parameter}`]),
  ];
}

function parsed(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}

const pagePaths = [...Object.values(pages), ...Object.values(publicPages)].map(
  ({ path }) => new RegExp(`^${path.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/, '[^/]+')}$`),
);

/** Whether a path is that of a page, perhaps with a slash at its end, which redirects to the page. */
function isOfPage({ path }: FuzzRequest): boolean {
  const place = path.replace(/^https?:\/\/[^/?]*|\?.*$/gis, '');
  return pagePaths.some((pattern) => pattern.test(place) || pattern.test(place.replace(/\/$/, '')));
}

function shapeFaults(request: FuzzRequest, reply: RawReply, body: Body | undefined): string[] {
  const { status, headers, text } = reply;
  const type = headers['content-type'];
  if (status >= 500) return [`${status}`];
  if (status === 204 || status === 304) return text === '' && type === undefined ? [] : ['a body'];
  // A browser gets an HTML page for an unknown path.
  if (status === 404 && type === 'text/html; charset=utf-8' && !request.path.includes(BASE_PATH)) return [];
  const isProblem = status >= 400;
  if (isOfPage(request) && (!isProblem || type?.startsWith('text/html'))) return [];
  const expectedType = isProblem ? 'application/problem+json' : 'application/json';
  const typeFaults = type === expectedType ? [] : [`Content-Type ${type}`];
  if (request.method === 'HEAD') return [...typeFaults, ...(text === '' ? [] : ['a body'])];
  if (!body) return [...typeFaults, 'no JSON'];
  if (isProblem) return [...typeFaults, ...problemFaults(reply, body)];
  const operation = operationOf(request);
  if (!operation) return ['a success of no operation'];
  return [
    ...typeFaults,
    ...(operation.answer ? faultsOfShape(operation.answer as object, body) : []),
    ...(status === 201 && !headers['location'] ? ['no Location'] : []),
  ];
}

/** The differences between the document and a response. The document does not contain HEAD, whose responses have no body. */
function documentFaults(request: FuzzRequest, { status, headers, text }: RawReply): string[] {
  if (request.method === 'HEAD') return [];
  const id = idAt(request.path, request.method);
  if (id === undefined) return [];
  const headerEntries = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return compareWithDocument(id, { status, headers: new Map(headerEntries), text }).faults;
}

/** The rules that a response breaks, as sentences; empty for a correct response. */
export function faultsOf(request: FuzzRequest, reply: RawReply, secrets: Secrets): string[] {
  const body = parsed(reply.text);
  return [
    ...shapeFaults(request, reply, body),
    ...documentFaults(request, reply),
    ...leaks(`${JSON.stringify(reply.headers)}${reply.text}`, body, secrets),
    ...expectationFaults(request, reply, body),
  ];
}
