import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Swallows the terminal's echo of what is typed. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** All of standard input; on a terminal, prompts for one line and does not show it. */
export async function readSecret(): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return text(stdin);
  stderr.write('API key (it will not be shown): ');
  const terminal = createInterface({ input: stdin, output: nowhere(), terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    stderr.write('\n');
  }
}
