import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientSources } from './build/client-sources.ts';
import { root } from './build/functions.ts';

const folder = 'schemas/client';

for (const [name, text] of Object.entries(await clientSources())) {
  await writeFile(join(root, folder, name), text);
  process.stdout.write(`${folder}/${name} is written.\n`);
}
