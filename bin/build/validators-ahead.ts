import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { _, Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { rules, schemasOf } from '../../functions/http/validators.ts';
import { operationOfModule, root } from './functions.ts';
import { withShared, type Schema } from './shared-schemas.ts';
import { operations, type OperationId } from '../../schemas/operations.ts';

/** The prefix of modules of checks, as in `compiled-checks:createJob`. */
export const CHECKS = 'compiled-checks:';

/** The name of the module with all checks. */
const ALL = 'all';

const compiledValidators = fileURLToPath(import.meta.resolve('./compiled-validators.ts'));
const violations = join(root, 'functions/validation/violations.ts');
const bodyReading = join(root, 'functions/http/body-reading.ts');

/** Every schema that is exported in `schemas/`: the module and the name. */
async function exportedSchemas(): Promise<Map<unknown, { path: string; name: string }>> {
  const files = (await readdir(join(root, 'schemas'))).filter((file) => file.endsWith('.ts'));
  const exported = new Map<unknown, { path: string; name: string }>();
  for (const path of files.map((file) => join(root, 'schemas', file))) {
    const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) exported.set(value, { path, name });
  }
  return exported;
}

const sources = exportedSchemas();

/** The name of the check of an operation's body or query. */
const checkOf = (id: OperationId, part: string) => `${id}_${part}`;

/** What is to be checked, by the name of the check. */
const checked = Object.fromEntries(
  (Object.keys(operations) as OperationId[]).flatMap((id) =>
    Object.entries(schemasOf(id)).map(([part, schema]) => [checkOf(id, part), schema as Schema]),
  ),
);

/** The checks of all operations as plain code, with the project's own formats. esbuild leaves out what a bundle does not call. */
function allChecks(): string {
  const ajv = new Ajv({
    ...rules,
    inlineRefs: false,
    code: { source: true, esm: true, formats: _`schemaFormats` },
  });
  for (const [name, schema] of Object.entries(withShared(checked))) ajv.addSchema(schema, name);
  const names = Object.keys(checked);
  return [
    `import { schemaFormats } from ${JSON.stringify(violations)};`,
    standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name]))),
  ].join('\n');
}

/** The module with the checks of an operation, the schemas themselves, and what reads the body if it has one. */
async function checksModule(id: OperationId): Promise<string> {
  const schemas = Object.entries(schemasOf(id));
  const parts = schemas.map(([part]) => part);
  const exported = await sources;
  const imports = schemas.map(([part, schema]) => {
    const source = exported.get(schema);
    if (!source) throw new Error(`No module in schemas/ exports the schema of ${id}'s ${part}.`);
    return `import { ${source.name} as ${part}Schema } from ${JSON.stringify(source.path)};`;
  });
  const named = parts.map((part) => `${part}: ${part}Schema`);
  const checks = parts.map((part) => `${checkOf(id, part)} as ${part}`);
  const hasBody = parts.includes('body');
  return [
    `import { ${checks.join(', ')} } from '${CHECKS}${ALL}';`,
    ...imports,
    ...(hasBody ? [`import { bodyReading } from ${JSON.stringify(bodyReading)};`] : []),
    `import { register } from ${JSON.stringify(compiledValidators)};`,
    `register(${JSON.stringify(id)}, { ${parts.join(', ')} }, { ${named.join(', ')} }${hasBody ? ', bodyReading' : ''});`,
  ].join('\n');
}

const hasChecks = (id: OperationId) => Object.keys(schemasOf(id)).length > 0;

/**
 * Compiles the checks of requests at build time, so that no bundle contains ajv. Each handler module includes the
 * checks of its own operation; handlers that it imports (for the method override) include theirs.
 */
export const validatorsAhead: Plugin = {
  name: 'validators-ahead',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]functions[\\/][\w-]+[\\/][^\\/]+\.ts$/ }, async ({ path }) => {
      const id = operationOfModule.get(path);
      if (id === undefined || !hasChecks(id)) return undefined;
      return { contents: `import '${CHECKS}${id}';\n${await readFile(path, 'utf8')}`, loader: 'ts' };
    });
    build.onResolve({ filter: /\/validators\.ts$/ }, ({ importer }) =>
      importer.startsWith(join(root, 'functions/http/')) ? { path: compiledValidators } : undefined,
    );
    build.onResolve({ filter: new RegExp(`^${CHECKS}`) }, ({ path }) => ({
      path: path.slice(CHECKS.length),
      namespace: CHECKS.slice(0, -1),
    }));
    const all = allChecks();
    build.onLoad({ filter: /.*/, namespace: CHECKS.slice(0, -1) }, async ({ path }) => ({
      contents: path === ALL ? all : await checksModule(path as OperationId),
      resolveDir: root,
    }));
  },
};
