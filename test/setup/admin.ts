import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from '@jest/globals';
import { connectionOf, type connect, type Connection } from '../../bin/admin/connection.ts';
import { run } from '../../bin/admin/run.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';

/** The words of a command line, some of them in double quotes. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

interface Terminal {
  now?: Date;
  /** The text on standard input. */
  input?: string;
  /** The operator's answer to a question; undefined without a terminal. */
  typed?: string | undefined;
  /** The width of the terminal, if there is one. */
  columns?: number | undefined;
}

/** Runs a line of `npm run admin` in this process. `printed` is the output as JSON, if it is an object. */
export async function runAdmin(
  connection: Connection | typeof connect,
  line: string,
  { now = new Date(), input = '', typed, columns }: Terminal = {},
) {
  const outcome = await run(
    wordsOf(line),
    typeof connection === 'function' ? connection : async () => connection,
    now,
    async () => input,
    columns,
    typed === undefined ? undefined : async () => typed,
  );
  const { stdout } = outcome;
  return { ...outcome, printed: stdout.startsWith('{') ? JSON.parse(stdout) : undefined };
}

/** Runs admin commands on the table of the suite, as on a service of this machine by default. */
export function adminOfSuite({ isLocal = true } = {}) {
  const client = createDocumentClient();
  const TableName = process.env['TABLE_NAME'] ?? '';
  const connection = connectionOf(client, TableName, isLocal);
  const admin = (line: string, terminal?: Terminal) => runAdmin(connection, line, terminal);
  return {
    client,
    connection,
    admin,
    /** All items of the table. */
    items: async (): Promise<Item[]> =>
      (await client.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [],
    /** The output of a command, which must succeed. */
    printed: async (line: string, terminal?: Terminal) => {
      const { exitCode, stderr, printed } = await admin(line, terminal);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      return printed;
    },
  };
}
