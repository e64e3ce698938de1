import { serviceDescription } from './descriptions.ts';
import { responseHeaderRows } from './headers.ts';
import { JobStatus } from './job.ts';
import { responsesOf, problemExample } from './openapi/responses.ts';
import { Components } from './openapi/components.ts';
import type { OpenApiDocument, OperationObject, Schema } from './openapi/document.ts';
import { problemsOf } from './openapi/problems-of.ts';
import { bodyOf, parametersOf } from './openapi/requests.ts';
import { SharedResponses } from './openapi/shared-responses.ts';
import { webhooksOf } from './openapi/webhooks.ts';
import { operationGuide } from './operation-guide.ts';
import { BASE_PATH, operations, type Operation, type OperationId, type Subject } from './operations.ts';
import { Problem } from './problem.ts';
import { problems } from './problems.ts';

const tags: Record<Subject, OpenApiDocument['tags'][number]> = {
  jobs: { name: 'Jobs', description: 'Your own jobs. Every operation requires your API key.' },
  applications: {
    name: 'Applications',
    description: 'What candidates sent you through the service. Every operation requires your API key.',
  },
  events: {
    name: 'Events',
    description:
      'What happened to your jobs and applications, and by whom. Every operation requires your API key.',
  },
  webhooks: {
    name: 'Webhooks',
    description: 'Where the service sends your events to. Every operation requires your API key.',
  },
  employer: {
    name: 'Employer',
    description: 'What you say about yourself to candidates. Every operation requires your API key.',
  },
  postings: { name: 'Postings', description: 'What candidates see of jobs. They require no key.' },
  referenceData: {
    name: 'Reference data',
    description: 'The lists that jobs refer to. They require no key.',
  },
};

const subjectsInUse = new Set<Subject>(Object.values(operations).map(({ subject }) => subject));

function operationObject(id: OperationId, components: Components, shared: SharedResponses): OperationObject {
  const { summary, subject, access }: Operation = operations[id];
  const parameters = parametersOf(id, components);
  const requestBody = bodyOf(id, components);
  return {
    operationId: id,
    summary,
    description: operationGuide[id].description,
    tags: [tags[subject].name],
    security: access === 'employer' ? [{ apiKey: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(id, components, shared),
  };
}

/** The OpenAPI document of the service, generated from the tables in `schemas/`; `schemas/openapi.json` is its text. */
export function openApiDocument(): OpenApiDocument {
  const components = new Components();
  const shared = new SharedResponses();
  components.use(JobStatus, 'request');
  const paths: OpenApiDocument['paths'] = {};
  for (const [id, { method, path }] of Object.entries<Operation>(operations)) {
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationObject(id as OperationId, components, shared),
    };
  }
  components.use(Problem, 'answer');
  const problemCodes = new Set((Object.keys(operations) as OperationId[]).flatMap(problemsOf));
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
    tags: (Object.keys(tags) as Subject[])
      .filter((subject) => subjectsInUse.has(subject))
      .map((subject) => tags[subject]),
    paths,
    webhooks: webhooksOf(components),
    components: {
      schemas: components.schemas,
      responses: shared.components,
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
          description: 'The API key of an employer. It identifies the employer whose jobs you work with.',
        },
      },
    },
  };
}

/** The text of the document, as committed. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;
