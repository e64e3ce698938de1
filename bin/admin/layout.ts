import { printable } from '../printable.ts';

type Row = Record<string, unknown>;

const INDENT = '  ';

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTable = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow);

const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\.\d{3}Z$/;

/** A value on one line. */
function toCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isRow(value)) return toCell(Object.entries(value).map(([name, part]) => `${name} ${toCell(part)}`));
  if (isTable(value) && value.length > 0) return value.map(toCell).join('; ');
  if (Array.isArray(value)) return value.length > 0 ? value.map(toCell).join(', ') : '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(text.replace(instant, '$1 $2Z'));
}

/** Aligns cells in columns that are two spaces apart. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join(INDENT)
      .trimEnd(),
  );
}

const toPairs = (row: Row) => alignColumns(Object.entries(row).map(([name, value]) => [name, toCell(value)]));

/** Prints rows as a table if they fit into the width, otherwise each row as a block of lines. */
function table(rows: readonly Row[], width: number): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = alignColumns([names, ...rows.map((row) => names.map((name) => toCell(row[name])))]);
  if (lines.every((line) => line.length <= width)) return lines;
  return rows.flatMap((row, index) => (index === 0 ? toPairs(row) : ['', ...toPairs(row)]));
}

const indent = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : INDENT + line));

export function formatOutput(printed: object, columns: number): string {
  const blocks: string[][] = [];
  let facts: Row = {};
  const endFacts = () => {
    if (Object.keys(facts).length > 0) blocks.push(toPairs(facts));
    facts = {};
  };
  for (const [name, value] of Object.entries(printed)) {
    if (isTable(value) && value.length > 0) {
      endFacts();
      blocks.push([`${name} (${value.length})`, ...indent(table(value, columns - INDENT.length))]);
    } else if (isRow(value)) {
      endFacts();
      blocks.push([name, ...indent(toPairs(value))]);
    } else facts[name] = Array.isArray(value) ? 'none' : value;
  }
  endFacts();
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
