import { printable } from '../printable.ts';

type Row = Record<string, unknown>;

const INDENT = '  ';

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTable = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow);

const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\.\d{3}Z$/;

/** A value on one line. */
function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isRow(value)) return cell(Object.entries(value).map(([name, part]) => `${name} ${cell(part)}`));
  if (isTable(value) && value.length > 0) return value.map(cell).join('; ');
  if (Array.isArray(value)) return value.length > 0 ? value.map(cell).join(', ') : '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(text.replace(instant, '$1 $2Z'));
}

/** Aligns cells in columns that are two spaces apart. */
function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join(INDENT)
      .trimEnd(),
  );
}

const pairs = (row: Row) => inColumns(Object.entries(row).map(([name, value]) => [name, cell(value)]));

/** A table if it fits into the width, otherwise one block of lines for each row. */
function table(rows: readonly Row[], width: number): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = inColumns([names, ...rows.map((row) => names.map((name) => cell(row[name])))]);
  if (lines.every((line) => line.length <= width)) return lines;
  return rows.flatMap((row, index) => (index === 0 ? pairs(row) : ['', ...pairs(row)]));
}

const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : INDENT + line));

/** Formats the printed object for a terminal of this width. */
export function laidOut(printed: object, columns: number): string {
  const blocks: string[][] = [];
  let facts: Row = {};
  const endFacts = () => {
    if (Object.keys(facts).length > 0) blocks.push(pairs(facts));
    facts = {};
  };
  for (const [name, value] of Object.entries(printed)) {
    if (isTable(value) && value.length > 0) {
      endFacts();
      blocks.push([`${name} (${value.length})`, ...indented(table(value, columns - INDENT.length))]);
    } else if (isRow(value)) {
      endFacts();
      blocks.push([name, ...indented(pairs(value))]);
    } else facts[name] = Array.isArray(value) ? 'none' : value;
  }
  endFacts();
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
