import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openApiText } from '../schemas/openapi.ts';
import { clientSources, typesProgram } from './build/client-sources.ts';
import { root } from './build/functions.ts';

if (!existsSync(typesProgram)) {
  process.stderr.write(`${relative(root, typesProgram)} is missing: run npm ci, which installs it.\n`);
  process.exit(1);
}

const generated: Record<string, string> = { 'openapi.json': openApiText() };
for (const [name, text] of Object.entries(await clientSources())) generated[`client/${name}`] = text;

for (const [name, text] of Object.entries(generated)) {
  await writeFile(join(root, 'schemas', name), text);
  process.stdout.write(`schemas/${name} is written.\n`);
}
