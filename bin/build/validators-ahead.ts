import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { rules } from '../../functions/http/validators.ts';
import { operationOfModule, root, rowOf } from './functions.ts';
import type { OperationId } from '../../schemas/operations.ts';

/** The prefix of modules of checks, as in `compiled-checks:createJob`. */
export const CHECKS = 'compiled-checks:';

const compiledValidators = fileURLToPath(import.meta.resolve('./compiled-validators.ts'));
const formats = join(root, 'functions/http/formats.ts');

/** The module with the checks of an operation as plain code, with the project's own formats. */
function checksModule(id: OperationId): string {
  const { body, envelope = body, query } = rowOf(id);
  const schemas = Object.entries({ body: envelope, query }).filter(([, schema]) => schema !== undefined);
  const ajv = new Ajv2020({ ...rules, code: { source: true, esm: true, formats: _`formats` } });
  for (const [part, schema] of schemas) ajv.addSchema(schema as object, part);
  const parts = schemas.map(([part]) => part);
  return [
    `import { formats } from ${JSON.stringify(formats)};`,
    `import { register } from ${JSON.stringify(compiledValidators)};`,
    standalone.default(ajv, Object.fromEntries(parts.map((part) => [part, part]))),
    `register(${JSON.stringify(id)}, { ${parts.join(', ')} });`,
  ].join('\n');
}

const hasChecks = (id: OperationId) => rowOf(id).body !== undefined || rowOf(id).query !== undefined;

/**
 * Compiles the checks of requests at build time, so that no bundle contains ajv. Each handler module includes the
 * checks of its own operation; handlers that it imports (for the method override) include theirs.
 */
export const validatorsAhead: Plugin = {
  name: 'validators-ahead',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]functions[\\/][^\\/]+\.ts$/ }, async ({ path }) => {
      const id = operationOfModule.get(path);
      if (id === undefined || !hasChecks(id)) return undefined;
      return { contents: `import '${CHECKS}${id}';\n${await readFile(path, 'utf8')}`, loader: 'ts' };
    });
    build.onResolve({ filter: /\/validators\.ts$/ }, ({ importer }) =>
      importer === join(root, 'functions/http/validate.ts') ? { path: compiledValidators } : undefined,
    );
    build.onResolve({ filter: new RegExp(`^${CHECKS}`) }, ({ path }) => ({
      path: path.slice(CHECKS.length),
      namespace: CHECKS.slice(0, -1),
    }));
    build.onLoad({ filter: /.*/, namespace: CHECKS.slice(0, -1) }, ({ path }) => ({
      contents: checksModule(path as OperationId),
      resolveDir: root,
    }));
  },
};
