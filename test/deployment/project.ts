import { exec } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const shell = promisify(exec);
const root = join(import.meta.dirname, '../..');
const notCopied = new Set(['.git', '.local', 'dist', 'node_modules']);

/** Copies this project to a folder, where an operator edits settings and code and runs commands. */
export async function copyOfProject(folder: string, env: NodeJS.ProcessEnv) {
  await cp(root, folder, { recursive: true, filter: (path) => !notCopied.has(basename(path)) });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));

  /** Changes a file. Throws when the change has no effect. */
  async function edit(file: string, change: (text: string) => string) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`Nothing of ${file} was changed.`);
    await writeFile(path, changed);
  }

  /** Runs a command as an operator types it, and returns its output. Throws with the complete output when it fails. */
  async function run(command: string, variables: NodeJS.ProcessEnv = {}): Promise<string> {
    try {
      const options = { cwd: folder, env: { ...env, ...variables }, maxBuffer: 2 ** 26 };
      return (await shell(command, options)).stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command}\n${`${stdout}${stderr}`.slice(-8_000)}`, { cause: error });
    }
  }

  // The app runs from the copy, without prompts.
  await edit('cdk.json', (text) =>
    JSON.stringify({
      ...(JSON.parse(text) as object),
      app: 'node --import ./test/deployment/leave-out.ts bin/app.ts',
      requireApproval: 'never',
      yes: true,
      progress: 'events',
    }),
  );

  return {
    folder,
    edit,
    run,
    /** The output of a command, parsed as JSON. */
    ask: async <Reply>(command: string): Promise<Reply> => JSON.parse(await run(command)) as Reply,
    /** Sets fields of a stage in stages.json; undefined removes one. */
    set: (stage: string, fields: Record<string, unknown>) =>
      edit('stages.json', (text) => {
        const stages = JSON.parse(text) as Record<string, object>;
        return JSON.stringify({ ...stages, [stage]: { ...stages[stage], ...fields } });
      }),
  };
}

export type Project = Awaited<ReturnType<typeof copyOfProject>>;
