import { execFile } from 'node:child_process';
import { bareEnvironment } from './bare-environment.ts';

/** The command `script` gives a program a terminal; it has other options on other systems. */
export const hasTerminal = process.platform === 'linux';

/** What a program writes, standard output and error together, on a terminal of 100 columns. */
export const onTerminal = (command: string, env: NodeJS.ProcessEnv) =>
  new Promise<string>((resolve) => {
    execFile(
      'script',
      ['--quiet', '--command', `stty cols 100; ${command}`, '/dev/null'],
      { env: { ...bareEnvironment(), TERM: 'xterm', ...env } },
      (_, stdout) => resolve(stdout.replaceAll('\r\n', '\n')),
    );
  });
