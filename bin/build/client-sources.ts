import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from '../../schemas/openapi.ts';
import type { OpenApiDocument, OperationObject, Schema } from '../../schemas/openapi/document.ts';
import { constantsText } from './client-constants.ts';
import { methodsMarkdown, resourcesText } from './client-resources.ts';
import { root } from './functions.ts';

const client = join(root, 'schemas/client');

/** Whether an operation is a method override, which the client does not need because it sends PUT and DELETE itself. */
const isOverride = ({ parameters = [] }: OperationObject) =>
  parameters.some(({ name, required }) => name === 'X-HTTP-Method-Override' && required === true);

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !isOverride(operation))
      .map(([method, operation]) => ({ path, method, operation })),
  );

/**
 * The document reduced to the client's types, without failures, which the client throws, and headers, which it reads
 * itself.
 */
function clientView(document: OpenApiDocument): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of operationsOf(document)) {
    const { parameters = [], responses, ...rest } = operation;
    paths[path] = {
      ...paths[path],
      [method]: {
        ...rest,
        parameters: parameters.filter((parameter) => parameter.in !== 'header'),
        responses: Object.fromEntries(
          Object.entries(responses)
            .filter(([status]) => Number(status) < 300)
            .map(([status, response]) => [status, { ...response, headers: undefined }]),
        ),
      },
    };
  }
  const { schemas } = document.components;
  const view = { ...document, paths, components: { schemas } };
  return JSON.parse(
    JSON.stringify(view, (name, value: Schema | null) => {
      if (/^examples?$/.test(name)) return undefined;
      // Callers have ids from databases and forms, so the type allows any number.
      if (value?.type === 'integer') return { ...value, enum: undefined, format: undefined };
      // A new value does not break types at run time, so the types list the present values.
      return value?.['x-extensible-enum'] ? { ...value, enum: value['x-extensible-enum'] } : value;
    }),
  ) as object;
}

/** The program of openapi-typescript, a dependency of the client's workspace. */
export const typesProgram = join(client, 'node_modules/openapi-typescript/bin/cli.js');

async function typesOf(document: object): Promise<string> {
  const flags = ['--default-non-nullable=false', '--root-types', '--root-types-no-schema-prefix'];
  const child = execFile(process.execPath, [typesProgram, ...flags], { cwd: client });
  let text = '';
  let errorOutput = '';
  child.stdout?.on('data', (chunk: string) => (text += chunk));
  child.stderr?.on('data', (chunk: string) => (errorOutput += chunk));
  child.stdin?.end(JSON.stringify(document));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`openapi-typescript ended with ${code}: ${errorOutput}`);
  return text;
}

/** The generated files of the client: text by file name. */
export async function clientSources(): Promise<Record<string, string>> {
  const files = {
    'openapi-types.ts': await typesOf(clientView(openApiDocument())),
    'reference-data.ts': constantsText(),
    'resources.ts': resourcesText(),
    'README.md': (await readFile(join(client, 'README.md'), 'utf8')).replace(
      /(?<=^## Methods\n\n)\|.*?(?=\n\n)/ms,
      methodsMarkdown(),
    ),
  };
  const style = await resolveConfig(join(client, 'index.ts'));
  return Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(async ([name, text]) => [
        name,
        await format(text, { ...style, filepath: name }),
      ]),
    ),
  ) as Record<string, string>;
}
