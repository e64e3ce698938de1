import type { styleText } from 'node:util';
import { printable } from '../../printable.ts';

export interface LogLine {
  time: string;
  level: string;
  method?: string;
  path?: string;
  status?: number;
  milliseconds?: number;
  [field: string]: unknown;
}

type Style = Parameters<typeof styleText>[0];

/** Applies a style to a text, if the stream supports styles. */
export type Paint = (style: Style, text: string) => string;

/** The style of each first digit of a status. */
const statusStyles: Record<string, Style> = { 2: 'green', 3: 'cyan', 4: 'yellow', 5: 'red' };

const levelStyles: Record<string, Style> = { ERROR: 'red', WARN: 'yellow' };

const timeOfDay = (time: string) => new Date(time).toLocaleTimeString('en-GB');

const value = (field: unknown) =>
  printable(typeof field === 'string' ? field : (JSON.stringify(field) ?? ''));

const INDENT = '  ';

/** An error with its stack, on separate lines. */
function errorLines(error: unknown): string {
  if (error === undefined) return '';
  const { stack = JSON.stringify(error) } = Object(error) as { stack?: string };
  return stack
    .split('\n')
    .map((line) => `\n${INDENT}${printable(line)}`)
    .join('');
}

export function lineForPerson(line: LogLine, paint: Paint): string {
  const { time, level, method, path, status, milliseconds, operation, error, errors = [], ...rest } = line;
  const at = paint('dim', timeOfDay(time));
  const faults = [error, ...(errors as unknown[])].map(errorLines).join('');
  if (method !== undefined && path !== undefined && status !== undefined) {
    const code = paint(statusStyles[String(status)[0] ?? ''] ?? 'red', String(status));
    const duration = paint('dim', `${milliseconds} ms`);
    return `${at} ${code} ${method.padEnd(6)} ${printable(path)} ${duration}${faults}`;
  }
  const fields = Object.entries(rest).map(([name, field]) => `${name}=${value(field)}`);
  const style = levelStyles[level];
  const name = value(operation);
  return `${[at, style ? paint(style, name) : name, ...fields].join(' ')}${faults}`;
}
