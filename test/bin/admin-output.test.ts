import { describe, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../bin/admin/command-line.ts';
import { commands } from '../../bin/admin/commands.ts';
import { formatOutput } from '../../bin/admin/layout.ts';
import { endProgress, showProgress } from '../../bin/admin/progress.ts';
import { adminOfSuite } from '../setup/admin.ts';
import { compress } from '../../functions/events/store/event-items.ts';
import { eventKeys } from '../../functions/events/keys.ts';
import { ownTable } from '../setup/own-table.ts';
import { hasTerminal, onTerminal } from '../setup/local-start.ts';

await ownTable();
const operator = adminOfSuite({ isLocal: false });
const now = new Date('2030-01-02T03:04:05.678Z');

/** Runs a command in a terminal with this many columns. */
const admin = (line: string, columns?: number) => operator.admin(line, { now, columns });

describe('admin output on a terminal', () => {
  test('A command prints aligned text, and with --json one JSON object', async () => {
    const created = await admin('employer create --name "Zoë & Söhne"', 100);
    expect(created.stdout).toMatch(
      /^employer\n {2}id {11}\d+\n {2}name {9}Zoë & Söhne\n {2}plan {9}standard\n {2}suspendedAt {2}-\n\napiKey {2}jps_\S{49}\n\nkey\n {2}id {11}\d+-\w{8}\n {2}label {8}-\n {2}permissions {2}-\n {2}createdAt {4}2030-01-02 03:04Z\n/,
    );
    expect(created.stdout).toMatch(/\n\nThe apiKey is shown only this once: store it now\.\n$/);
    const [, id = ''] = /id +(\d+)/.exec(created.stdout) ?? [];
    const listed = await admin(`key list --employer ${id}`, 120);
    const [title, names, key] = listed.stdout.split('\n');
    expect(title).toBe('keys (1)');
    expect(names).toMatch(
      /^ {2}id +label {2}permissions {2}createdAt +createdBy +expiresAt {2}revokedAt {2}lastUsedAt$/,
    );
    expect(key).toMatch(/^ {2}\d+-\w{8} +- {6}- {12}2030-01-02 03:04Z {2}type operator, id - {2}- +- +-$/);
    const json = await admin(`key list --employer ${id} --json`, 100);
    expect(JSON.parse(json.stdout).keys).toHaveLength(1);
  });

  test.each(['', '--job 7'])(
    'events %s prints up to 1,000 events, one per line, and the option for the next ones; with --json it prints all fields',
    async (ofJob) => {
      const created = await admin('employer create --name Acme');
      const { id } = JSON.parse(created.stdout).employer;
      const events = Array.from({ length: 1_001 }, (_, number) => ({
        id: number + 1,
        type: 'job.updated' as const,
        timestamp: '2030-01-01T12:00:00.000Z',
        data: {
          job: { id: 7, referenceId: 'R-7' },
          version: number + 2,
          changes: { title: { from: 'Baker', to: 'Cook' } },
          by: { type: 'key' as const, id: '1-abc', label: 'ATS' },
        },
      }));
      const log = { number: events.length, events: compress(events), seen: {} };
      await operator.connection.open().put({ Item: { ...eventKeys.newestEvents(id), ...log } });
      const listed = `events --employer ${id} ${ofJob}`;
      const { stdout } = await admin(listed, 120);
      expect(stdout).toMatch(/^events \(1000\)\n {2}id +timestamp +type +job +referenceId +by +what\n/);
      expect(stdout).toMatch(/\n {2}1 +2030-01-01 12:00Z +job\.updated +7 +R-7 +key 1-abc ATS +title\n/);
      expect(stdout).toMatch(/\n\nThere are more: add --after 1000\.\n$/);
      const rest = await admin(`${listed} --after 1000 --json`, 120);
      const [last] = events.slice(1_000);
      const employer = { id, referenceId: null };
      expect(JSON.parse(rest.stdout)).toEqual({
        events: [{ ...last, log: { employer: id }, employer }],
        next: null,
      });
    },
  );

  const applications = [
    { id: 'a1', state: 'queued' },
    { id: 'b22', state: 'held', heldFor: ['honeypot', 'speed'] },
  ];
  const errors = [
    { pointer: '/title', code: 'malformed' },
    { pointer: '/salary', code: 'wrong_type' },
  ];

  test.each<[string, object, columns: number, expected: string]>([
    [
      'A list is printed as a table with all of its fields',
      { applications },
      80,
      'applications (2)\n  id   state   heldFor\n  a1   queued  -\n  b22  held    honeypot, speed\n',
    ],
    [
      'A list that is wider than the terminal is printed with one line for each field',
      { applications },
      20,
      'applications (2)\n  id     a1\n  state  queued\n\n  id       b22\n  state    held\n  heldFor  honeypot, speed\n',
    ],
    [
      'Counts and flags are printed on one line each, and an empty list as none',
      { dryRun: true, states: { queued: 12, held: 1 }, refused: [] },
      80,
      'dryRun  yes\n\nstates\n  queued  12\n  held    1\n\nrefused  none\n',
    ],
    [
      'Records inside a table cell are printed as names and values on one line',
      { refused: [{ line: 3, errors }] },
      80,
      'refused (1)\n  line  errors\n  3     pointer /title, code malformed; pointer /salary, code wrong_type\n',
    ],
    [
      'Text from a file or a service can neither move the cursor nor change the text direction',
      { refused: [{ message: 'red \u001B[31m\r\nnext \u202Eleft' }] },
      80,
      'refused (1)\n  message\n  red \uFFFD[31m\uFFFD\uFFFDnext \uFFFDleft\n',
    ],
  ])('%s', (_, output, columns, expected) => {
    expect(formatOutput(output, columns)).toBe(expected);
  });

  test('application erase without --yes prints that nothing was erased', async () => {
    const { stdout } = await admin('application erase --email zoe@example.org', 100);
    expect(stdout).toBe('wouldErase  none\n\nNothing was erased: add --yes to erase these.\n');
  });
});

/** The output of a progress display on a stream. */
function written(isTTY: boolean) {
  const texts: string[] = [];
  const stream = { isTTY, write: (text: string | Uint8Array) => texts.push(String(text)) > 0 };
  showProgress(0.5, '7 jobs, 1 refused', stream);
  showProgress(0.6, 'at once after that', stream);
  endProgress(stream);
  return texts.join('');
}

describe('the progress display', () => {
  test('shows a bar only on a terminal, and removes it at the end', () => {
    const bar = `${'█'.repeat(15)}${'░'.repeat(15)} 50 %, 7 jobs, 1 refused`;
    expect([true, false].map((isTTY) => written(isTTY))).toEqual([`\r${bar}\u001B[K\r\u001B[K`, '']);
  });

  (hasTerminal ? test : test.skip)(
    'is shown by verify on a terminal, which prints no JSON there',
    async () => {
      await admin('employer create --name Acme');
      const terminalText = await onTerminal(`'${process.execPath}' bin/admin.ts verify`, process.env);
      expect(terminalText).toMatch(
        /\r░{30} 0 %, \d+ items read\u001B\[K.*\r\u001B\[Kchecked\r?\n {2}employers/s,
      );
      expect(terminalText).not.toContain('{');
    },
  );
});

describe('admin --help', () => {
  test.each(Object.keys(commands))('explains every parameter of %s and shows a valid example', (name) => {
    const help = parseCommandLine([...name.split(' '), '--help'], new Date(0)) as string;
    const { required = {}, optional = {} } = commands[name] ?? {};
    for (const syntax of Object.keys({ ...required, ...optional })) expect(help).toContain(syntax);
    const [, example = ''] = /Example:\n {2}npm run -s admin -- (.*)\n/.exec(help) ?? [];
    const args = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    expect(parseCommandLine(args, new Date(0))).toMatchObject({ command: commands[name] });
  });
});
