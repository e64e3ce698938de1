import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A stream that swallows the terminal's echo of the input. */
const nullStream = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks a question and reads one line of input. */
async function askLine(question: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Reads all of standard input; on a terminal, prompts for one line and does not echo it. */
export async function readSecret(): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return text(stdin);
  stderr.write('API key (it will not be shown): ');
  try {
    return await askLine('', nullStream());
  } finally {
    stderr.write('\n');
  }
}

/** Asks a question at the terminal; undefined without a terminal. */
export const askAtTerminal = process.stdin.isTTY
  ? (question: string) => askLine(question, process.stderr)
  : undefined;
