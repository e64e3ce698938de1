import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiText } from '../schemas/openapi.ts';

const file = 'schemas/openapi.json';

writeFileSync(join(import.meta.dirname, '..', file), openApiText());
process.stdout.write(`${file} is written.\n`);
