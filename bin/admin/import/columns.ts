import { JobUpsert } from '../../../schemas/job.ts';

interface Field {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Field>>;
  items?: Field;
  readOnly?: boolean;
}

/** A column of a CSV file: a field of a job that clients can set. */
interface Column {
  path: readonly string[];
  type: string;
  /**
   * Whether a cell contains several values. The first name of the path is then the list; each entry is a value, or an
   * object with the rest of the path.
   */
  isList: boolean;
}

/** Whether cells contain a field as JSON: a list whose entries contain lists, or a list inside another field. */
const isTooDeep = ({ items }: Field, path: readonly string[]) =>
  items !== undefined &&
  (path.length > 1 || Object.values(items.properties ?? {}).some((member) => member.items !== undefined));

function columnsOf(field: Field, path: readonly string[], isList = false): Column[] {
  if (field.readOnly) return [];
  if (isTooDeep(field, path)) return [{ path, type: 'json', isList: false }];
  if (field.items) return columnsOf(field.items, path, true);
  const types = [field.type].flat().filter((name) => name !== 'null' && name !== 'object');
  const inner = Object.entries(field.properties ?? {});
  return [
    ...types.map((type = 'string'): Column => ({ path, type, isList })),
    ...inner.flatMap(([name, each]) => columnsOf(each, [...path, name], isList)),
  ];
}

/** The columns by name, which is the path of the field: `title`, `salary.amount`, `categories.id`. */
export const columns: ReadonlyMap<string, Column> = new Map(
  columnsOf(JobUpsert, []).map((column) => [column.path.join('.'), column]),
);

/** The character between the values of a list. */
const SEPARATOR = ';';

const noteOf = ({ isList, type }: Column) => {
  if (isList) return ` (several values: separate them by ${SEPARATOR})`;
  return type === 'json' ? ' (in JSON, as in the API)' : '';
};

/** The columns as `--help` lists them. */
export const columnsHelp = `Columns of a .csv file, in any order, all but referenceId optional:
${[...columns].map(([name, column]) => `  ${name}${noteOf(column)}`).join('\n')}`;

const parseNumber = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
const booleans = new Map([
  ['true', true],
  ['false', false],
]);

/** Parses JSON; returns the text itself if it is not valid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The parsers by type; other types are strings. An invalid value stays a string, which the service refuses. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  integer: parseNumber,
  number: parseNumber,
  boolean: (text) => booleans.get(text.toLowerCase()) ?? text,
  json: parseJson,
};

type Fields = Record<string, unknown>;

function setField(fields: Fields, [name = '', ...inner]: readonly string[], value: unknown): void {
  if (inner.length === 0) fields[name] = value;
  else setField((fields[name] ??= {}) as Fields, inner, value);
}

/** Replaces objects whose fields are all null by null. */
function withoutEmptyObjects(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, withoutEmptyObjects(each)] as const);
  return fields.every(([, each]) => each === null) ? null : Object.fromEntries(fields);
}

/** Converts a row, by column name, to a job. An empty cell becomes an empty string, an empty list or null. */
export function toJob(row: Readonly<Record<string, string>>): unknown {
  const job: Fields = {};
  for (const [name, { path, type, isList }] of columns) {
    const cell = row[name];
    if (cell === undefined) continue;
    const read = (text: string) => readers[type]?.(text) ?? text;
    const [list = '', ...inner] = path;
    if (!isList) setField(job, path, cell === '' && type !== 'string' ? null : read(cell));
    else {
      const parts = cell === '' ? [] : cell.split(SEPARATOR);
      job[list] = parts.map((part) => {
        if (inner.length === 0) return read(part.trim());
        const entry: Fields = {};
        setField(entry, inner, read(part.trim()));
        return entry;
      });
    }
  }
  return withoutEmptyObjects(job);
}
