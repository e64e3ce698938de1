// Ends a program on an old Node with instructions. This file is JavaScript, because an old Node cannot read TypeScript,
// and is loaded before the program: by npm's scripts with --import, and by the program itself.
// Modules loaded after it are compiled once and read from Node's cache at the next start.
import { readFileSync } from 'node:fs';
import module from 'node:module';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const numbers = (version) => version.match(/\d+/g).map(Number);
const [major, minor] = numbers(process.versions.node);
const [leastMajor, leastMinor] = numbers(engines.node);

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  process.stderr.write(
    `This is Node ${process.versions.node}, and Node ${leastMajor}.${leastMinor} or later is needed.\n` +
      'On Linux (x64), npm ci brings it: run npm ci, and then npm start or npm run, which use it.\n' +
      `Elsewhere, install Node ${leastMajor} from https://nodejs.org.\n`,
  );
  process.exit(1);
}

// An unsupported Node.js does not have this function, but has already exited.
module.enableCompileCache();
