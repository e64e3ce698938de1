import { execFile, spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { realLogo } from './logos.ts';
import { newFolder } from './new-folder.ts';
import { bareEnvironment } from './local-start.ts';

const run = promisify(execFile);

/** The command that runs each language; curl fails when the response is an error. */
export const interpreters = {
  sh: {
    extension: 'sh',
    program: 'bash',
    before: 'set -euo pipefail; curl() { command curl --silent --fail-with-body "$@"; echo; }\n',
  },
  js: { extension: 'mjs', program: process.execPath, before: '' },
  ts: { extension: 'mts', program: process.execPath, before: '' },
  python: { extension: 'py', program: 'python3', before: '' },
} as const;

// The project does not install Python; a machine without Python tests the other two languages.
export const installedLanguages = (['sh', 'js', 'python'] as const).filter(
  (language) => spawnSync(interpreters[language].program, ['--version']).status === 0,
);

/** Runs scripts of the documentation as a reader who pasted them, against the service at an address. */
export async function scriptRunner(origin: string, environment: NodeJS.ProcessEnv = {}) {
  const folder = await newFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(
    join(import.meta.dirname, '../../schemas/client'),
    join(folder, 'node_modules/job-posting-client'),
  );
  // The documented commands send this file as a logo.
  await writeFile(join(folder, 'logo.png'), realLogo('chromium.png').bytes);
  let count = 0;

  /** The file that a script is written to. */
  async function saved(language: keyof typeof interpreters, code: string, apiKey: string): Promise<string> {
    const { extension, before } = interpreters[language];
    const file = join(folder, `${(count += 1)}.${extension}`);
    const here = code.replaceAll('http://localhost:3000', origin).replaceAll('jps_…', apiKey);
    await writeFile(file, before + here);
    return file;
  }

  /** Runs a script and returns its outcome. Throws an error with the output of a script that fails. */
  async function outcome(language: keyof typeof interpreters, code: string, apiKey: string) {
    const file = await saved(language, code, apiKey);
    return run(interpreters[language].program, [file], {
      cwd: folder,
      env: { ...bareEnvironment(), API_KEY: apiKey, ...environment },
    });
  }

  return {
    folder,
    saved,
    /** The output of a script. Throws an error with the output of a script that fails. */
    output: async (...script: Parameters<typeof outcome>): Promise<string> =>
      (await outcome(...script)).stdout,
    /** The outcome of a script that may fail. */
    failure: async (...script: Parameters<typeof outcome>) =>
      outcome(...script).catch((error: unknown) => error as { code: number; stdout: string; stderr: string }),
  };
}
