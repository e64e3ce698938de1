import { assumed, costed, dollarsPerMillion } from './costs.ts';
import { unitsIn, type Figures } from './figures.ts';
import { PRICES_SINCE } from './prices.ts';

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

/** The cost table of docs/costs.md, with its markers. */
export function costMarkdown(figures: Figures): string {
  const sizes = [Math.min(...figures.sizes), Math.max(...figures.sizes)];
  const rows = costed.map((operation) => [
    operation,
    ...sizes.flatMap((size) => {
      const { readUnits, writeUnits, roundTrips } = unitsIn(figures, operation, size);
      const consumed = writeUnits === 0 ? units(readUnits) : `${units(readUnits)} + ${units(writeUnits)}`;
      return [consumed, dollars(dollarsPerMillion({ readUnits, writeUnits, roundTrips }))];
    }),
  ]);
  const head = [
    'Per million requests',
    ...sizes.flatMap((size) => [`Units at ${thousands(size)} jobs`, 'Dollars']),
  ];
  const terms =
    `Units are read units, or read + write units, as measured. Dollars by AWS list prices (us-east-1, on demand, in force since ${PRICES_SINCE}) for ` +
    `DynamoDB, the HTTP API and Lambda on arm64, assumed to run ${assumed.secondsOfCode * 1000} ms, and ` +
    `${assumed.secondsARoundTrip * 1000} ms more for each call to DynamoDB, with ${assumed.readGigabytes * 1024} MB (reads) or ` +
    `${assumed.writeGigabytes * 1024} MB (writes).`;
  return `${MARKERS[0]}\n\n${markdownTable(head, rows)}\n${wrapped(terms)}\n\n${MARKERS[1]}\n`;
}
