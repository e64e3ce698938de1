import { acceptance, isMet } from './acceptance.ts';
import { assumed, costRows, dollarsPerMillion } from './costs.ts';
import { timeIn, unitsIn, type Figures } from './figures.ts';
import { verdicts } from './goals.ts';
import { operationNames } from './operations.ts';
import { priceTable } from './prices.ts';

/** docs/costs.md has the cost table between these lines. */
export const MARKERS = ['<!-- bench:costs -->', '<!-- /bench:costs -->'] as const;

/** The printWidth of .prettierrc.json. */
const MARKDOWN_WIDTH = 110;

const columns = (rows: readonly (readonly string[])[]) =>
  (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));

const aligned = (row: readonly string[], widths: readonly number[]) =>
  row.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  );

export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns([head, ...rows]);
  return [head, ...rows].map((row) => `${aligned(row, widths).join('  ').trimEnd()}\n`).join('');
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns([head, ...rows]);
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [aligned(head, widths), rule, ...rows.map((row) => aligned(row, widths))]
    .map((row) => `| ${row.join(' | ')} |\n`)
    .join('');
}

/** Breaks lines as prettier does in Markdown, so that a test can compare the text exactly. */
export function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= MARKDOWN_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

const thousands = (number: number) => number.toLocaleString('en');

const units = (number: number) => thousands(Math.round(number * 2) / 2);

export const dollars = (number: number) =>
  `$${number.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

function unitsTable(figures: Figures, size: number): string {
  const shapes = figures.shapes
    .map(({ name }) => name)
    .filter((shape) => figures.units.some((one) => one.size === size && one.shape === shape));
  const rows = operationNames.map((operation) => {
    const { writeUnits, calls, roundTrips, bytes } = unitsIn(figures, operation, size);
    return [
      operation,
      ...shapes.map((shape) => units(unitsIn(figures, operation, size, shape).readUnits)),
      units(writeUnits),
      thousands(calls),
      thousands(roundTrips),
      thousands(bytes),
    ];
  });
  const head = [
    'operation',
    ...shapes.map((name) => `read: ${name}`),
    'write',
    'calls',
    'in sequence',
    'bytes',
  ];
  return `${thousands(size)} jobs: capacity units and calls of DynamoDB per request\n${textTable(head, rows)}`;
}

function timeTable(figures: Figures, size: number): string {
  const micros = (number: number) => thousands(Math.round(number));
  const rows = operationNames.map((operation) => {
    const { server, engine, call, bare, ofCall, ofBare } = timeIn(figures, operation, size);
    return [operation, ...[server, engine, call, bare].map(micros), ofCall.toFixed(2), ofBare.toFixed(1)];
  });
  const head = ['operation', 'server', 'engine', 'one SDK call', 'bare http', 'in calls', 'in bare http'];
  return `${thousands(size)} jobs: CPU per request in microseconds, user and system\n${textTable(head, rows)}`;
}

function refreshTable({ refreshes = [] }: Figures): string {
  const rows = refreshes.map(({ size, jobs, readUnits, writeUnits, calls }) => [
    `${thousands(jobs)} of ${thousands(size)} jobs`,
    ...[readUnits, writeUnits, calls].map((number) => number.toFixed(2)),
  ]);
  return `Auto-refresh: capacity units and calls of DynamoDB per refreshed job\n${textTable(['', 'read', 'write', 'calls'], rows)}`;
}

function mailTable({ mail = [] }: Figures): string {
  const rows = mail.map(({ applications, idle, mail: one }) => [
    `${thousands(applications)} applications`,
    idle.readUnitsPerShard.toFixed(1),
    thousands(Math.round(idle.micros)),
    ...[one.readUnits, one.writeUnits, one.calls].map((number) => number.toFixed(2)),
    thousands(Math.round(one.micros)),
  ]);
  const head = ['', 'idle: read per shard', 'CPU', 'a mail: read', 'write', 'calls', 'CPU'];
  return `Runs of mail: capacity units, calls of DynamoDB, and CPU in microseconds\n${textTable(head, rows)}`;
}

function feedTable({ feeds = [] }: Figures): string {
  const rows = feeds.map(({ postings, readUnits, calls, bytes, cpuMillis }) => [
    `${thousands(postings)} open postings`,
    ...[readUnits, calls, cpuMillis, bytes / 1e6].map((number) => thousands(Math.round(number))),
  ]);
  const head = ['', 'read', 'calls', 'CPU', 'MB of feed'];
  return `Runs of the feed: capacity units, calls of DynamoDB, and CPU in milliseconds\n${textTable(head, rows)}`;
}

function goalTable(figures: Figures): string {
  const rows = verdicts(figures).map(({ name, most, figure, met }) => [
    name,
    String(most),
    figure.toFixed(2),
    met ? 'met' : 'MISSED',
  ]);
  return `Goals\n${textTable(['', 'at most', 'is', ''], rows)}`;
}

/** To hundredths; empty for what was not measured, or has no limit. */
const hundredths = (number = Number.NaN) =>
  Number.isNaN(number) ? '' : String(Math.round(number * 100) / 100);

/** What lists and searches cost at every size, and whether it is as it has to be. */
export function acceptanceTable(figures: Figures): string {
  const { sizes } = figures;
  const rows = acceptance.map((row) => [
    row.name,
    ...sizes.flatMap((size) => [hundredths(row.most[size]), hundredths(row.figure(figures, size))]),
    isMet(row, figures) ? 'met' : 'MISSED',
  ]);
  const head = ['', ...sizes.flatMap((size) => [`${thousands(size)}: at most`, 'is']), ''];
  return `Acceptance of lists and searches\n${textTable(head, rows)}`;
}

/** The report as text. */
export const report = (figures: Figures): string =>
  [
    ...figures.sizes.flatMap((size) => [unitsTable(figures, size), timeTable(figures, size)]),
    refreshTable(figures),
    mailTable(figures),
    feedTable(figures),
    goalTable(figures),
    acceptanceTable(figures),
  ].join('\n');

/** The cost table of docs/costs.md, with its markers. */
export function costMarkdown(figures: Figures): string {
  const sizes = [Math.min(...figures.sizes), Math.max(...figures.sizes)];
  const rows = costRows(figures, sizes).map(({ name, naive, cells }) => [
    naive ? `_${name}_` : name,
    ...cells.flatMap((cell) => [
      naive || cell.writeUnits === 0
        ? units(cell.readUnits)
        : `${units(cell.readUnits)} + ${units(cell.writeUnits)}`,
      dollars(dollarsPerMillion(cell)),
    ]),
  ]);
  const head = [
    'Per million requests',
    ...sizes.flatMap((size) => [`Units at ${thousands(size)} jobs`, 'Dollars']),
  ];
  const terms =
    'Units are read units, or read + write units, as measured; those of the naive ways are computed from the sizes of ' +
    `the same items. Dollars by AWS list prices (us-east-1, on demand, in force since ${priceTable.readUnits.since}) for ` +
    `DynamoDB, the HTTP API and Lambda on arm64, assumed to run ${assumed.secondsOfCode * 1000} ms, and ` +
    `${assumed.secondsARoundTrip * 1000} ms more for each call to DynamoDB, with ${assumed.readGigabytes * 1024} MB (reads) or ` +
    `${assumed.writeGigabytes * 1024} MB (writes).`;
  return `${MARKERS[0]}\n\n${markdownTable(head, rows)}\n${wrapped(terms)}\n\n${MARKERS[1]}\n`;
}
