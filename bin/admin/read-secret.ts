import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Takes what a terminal would show of what is typed. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** All of standard input; on a terminal one line, which is asked for and not shown. */
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
