import { serviceDescription } from './descriptions.ts';
import { responseHeaderRows } from './headers.ts';
import { JobStatus } from './job.ts';
import { responsesOf } from './openapi/responses.ts';
import { Components } from './openapi/components.ts';
import type { OpenApiDocument, OperationObject, Schema } from './openapi/document.ts';
import { problemsOf } from './openapi/problems-of.ts';
import { bodyOf, parametersOf } from './openapi/requests.ts';
import { callbacksOf } from './openapi/webhooks.ts';
import { operationGuide } from './operation-guide.ts';
import { permissionFor } from './permission.ts';
import { documentedOperations, type DocumentedOperation } from './operation-schemas.ts';
import { BASE_PATH, type OperationId, type Subject } from './operations.ts';
import { problemExample } from './problem-guide.ts';
import { Problem } from './problem.ts';
import { problems } from './problems.ts';

/** The section of the document for each subject: its name and its description. */
const tags: Record<Subject, [name: string, content: string]> = {
  jobs: ['Jobs', 'Your own jobs.'],
  applications: ['Applications', 'What candidates sent you through the service.'],
  events: ['Events', 'What happened to your jobs and applications, and by whom.'],
  webhooks: ['Webhooks', 'Where the service sends your events to.'],
  employer: ['Employer', 'What you say about yourself to candidates.'],
  partners: ['Partners', 'You as a partner, and the employers that you act for.'],
  keys: ['Keys', 'Your API keys, or with the key of a partner those of the employer in Employer-Id.'],
  postings: ['Postings', 'What candidates see of jobs.'],
  referenceData: ['Reference data', 'The lists that jobs refer to.'],
};

const withoutKey = new Set<Subject>(['postings', 'referenceData']);

const tagOf = (subject: Subject): OpenApiDocument['tags'][number] => {
  const [name, content] = tags[subject];
  const access = withoutKey.has(subject) ? 'They require no key.' : 'Every operation requires your API key.';
  return { name, description: `${content} ${access}` };
};

function operationObject(id: OperationId, components: Components): OperationObject {
  const operation: DocumentedOperation = documentedOperations[id];
  const { summary, subject, access } = operation;
  const parameters = parametersOf(id, components);
  const requestBody = bodyOf(id, components);
  return {
    operationId: id,
    summary,
    description:
      access === 'public'
        ? operationGuide[id].description
        : `${operationGuide[id].description} It needs the permission \`${permissionFor(operation)}\`.`,
    tags: [tags[subject][0]],
    security: access === 'public' ? [] : [{ apiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(id, components),
    ...(id === 'createWebhook' && { callbacks: callbacksOf(components) }),
  };
}

/** Generates the OpenAPI document of the service from the tables in `schemas/`, with exact types. */
export function openApiDocument(): OpenApiDocument {
  const components = new Components();
  components.use(JobStatus, 'request');
  const paths: OpenApiDocument['paths'] = {};
  for (const [id, { method, path }] of Object.entries<DocumentedOperation>(documentedOperations)) {
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationObject(id as OperationId, components),
    };
  }
  components.use(Problem, 'answer');
  const problemCodes = new Set((Object.keys(documentedOperations) as OperationId[]).flatMap(problemsOf));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Job Posting Service',
      version: BASE_PATH.replace(/^.*\/v/, ''),
      summary: 'Job postings for employers, over HTTP and JSON',
      description: serviceDescription,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE_PATH, description: 'The service that serves this document' }],
    tags: (Object.keys(tags) as Subject[]).map(tagOf),
    paths,
    components: {
      schemas: components.schemas,
      responses: components.responses,
      headers: Object.fromEntries(
        responseHeaderRows.map(([name, { description, schema, example }]) => [
          name,
          { description, schema: schema as Schema, example },
        ]),
      ),
      examples: Object.fromEntries(
        [...problemCodes].map((code) => [
          code,
          { summary: problems[code].title, value: problemExample(code) },
        ]),
      ),
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'API-Key',
          description:
            'The API key of an employer, whose jobs you work with, or of a partner, which acts for its employers.',
        },
      },
    },
  };
}

/**
 * The document as it is served. A component with `anyOf` has a scalar beside a list or an object: most generators write
 * code for it that does not compile or loses the scalar, so that clients get any value, which may also be null.
 */
export function publishedDocument({ components, ...document }: OpenApiDocument): OpenApiDocument {
  const isAnyValue = (name: string) => Boolean(components.schemas[name]?.anyOf);
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const { anyOf: _, ...anyValue } = schema;
    return [name, anyValue];
  });
  const withoutNull = (_: string, value: unknown): unknown => {
    const { anyOf, ...others } = (value ?? {}) as { anyOf?: { $ref?: string }[] };
    const ref = anyOf?.find(({ $ref = '' }) => isAnyValue($ref.slice($ref.lastIndexOf('/') + 1)));
    return ref ? { ...others, ...ref } : value;
  };
  const published = JSON.parse(JSON.stringify(Object.fromEntries(schemas)), withoutNull);
  return { ...document, components: { ...components, schemas: published } };
}

/** The text of the published document, as committed. */
export const openApiText = (): string =>
  `${JSON.stringify(publishedDocument(openApiDocument()), undefined, 2)}\n`;
