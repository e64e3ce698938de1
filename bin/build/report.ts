import type { Bundle } from './bundles.ts';

interface Column {
  title: string;
  packages: RegExp;
}

/** The columns of the table; a package counts in the first column that matches. */
const columns: Column[] = [
  { title: 'own code', packages: /^own code$/ },
  { title: 'validators', packages: /^(?:validators|ajv)$/ },
  { title: 'AWS SDK', packages: /^(?:@aws-sdk\/|@smithy\/|@aws\/)/ },
  { title: 'middy', packages: /^@middy\// },
  {
    title: 'sanitize-html',
    packages:
      /^(?:sanitize-html|htmlparser2|entities|dom(?:utils|handler|elementtype|-serializer)|launder|dayjs|parse-srcset|is-plain-object|escape-string-regexp|postcss)$/,
  },
  { title: 'other', packages: /^/ },
];

const columnOf = (name: string) => columns.find(({ packages }) => packages.test(name))?.title;

const thousands = (bytes: number) => bytes.toLocaleString('en');

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The bytes of a bundle that count in a column. */
const bytesIn = ({ inside }: Bundle, title: string): number =>
  sum(Object.entries(inside).flatMap(([name, bytes]) => (columnOf(name) === title ? bytes : [])));

/** Aligns columns of text, the first to the left and the others to the right. */
function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function packagesOf(title: string, bundles: readonly Bundle[]): string {
  const largest = new Map<string, number>();
  for (const { inside } of bundles) {
    for (const [name, bytes] of Object.entries(inside)) {
      if (columnOf(name) === title) largest.set(name, Math.max(bytes, largest.get(name) ?? 0));
    }
  }
  return [...largest]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, bytes]) => `${name} ${kilobytes(bytes)}`)
    .join(', ');
}

/** The output of `npm run build`: the functions with their sizes, and the packages of each column. */
export function reportOf(bundles: readonly Bundle[]): string {
  const usedColumns = columns.filter(({ title }) => bundles.some((bundle) => bytesIn(bundle, title) > 0));
  const rows = bundles.map((bundle) => [
    bundle.function,
    thousands(bundle.bytes),
    thousands(bundle.gzip),
    ...usedColumns.map(({ title }) => kilobytes(bytesIn(bundle, title))),
    bundle.files.join(', '),
  ]);
  const head = ['function', 'bytes', 'gzip', ...usedColumns.map(({ title }) => title), 'beside it'];
  const legend = usedColumns
    .map(({ title }) => ({ title, packages: packagesOf(title, bundles) }))
    .filter(({ packages }) => packages.includes(','))
    .map(({ title, packages }) => `${title}: ${packages}`);
  return `${aligned([head, ...rows])}

Inside, in kB at most by package:
${legend.join('\n')}
`;
}
