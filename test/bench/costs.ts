import { prices } from './prices.ts';
import { unitsIn, type Figures } from './figures.ts';
import { operationNames, type OperationName } from './operations.ts';

/** The assumed billed duration, because a local engine says nothing about the latency of DynamoDB. */
export const assumed = {
  /** The value in `lib/function-table.ts`. */
  readGigabytes: 0.5,
  writeGigabytes: 1,
  secondsOfCode: 0.005,
  secondsARoundTrip: 0.005,
} as const;

interface Consumed {
  readUnits: number;
  writeUnits: number;
  roundTrips: number;
}

/** Dollars per million requests. */
export function dollarsPerMillion({ readUnits, writeUnits, roundTrips }: Consumed): number {
  const gigabytes = writeUnits > 0 ? assumed.writeGigabytes : assumed.readGigabytes;
  const seconds = assumed.secondsOfCode + roundTrips * assumed.secondsARoundTrip;
  const request =
    readUnits * prices.readUnits +
    writeUnits * prices.writeUnits +
    prices.lambdaRequest +
    seconds * gigabytes * prices.lambdaGigabyteSecond +
    prices.httpApiRequest;
  return request * 1e6;
}

const PAGE_SIZE = 10;
const QUERY_PAGE_BYTES = 1_048_576;
/** An eventually consistent read of 8 KB is one unit, in steps of a half. */
const unitsOfBytes = (bytes: number) => Math.ceil(bytes / 4096) / 2;

const reading = (bytes: number): Consumed => ({
  readUnits: unitsOfBytes(bytes),
  writeUnits: 0,
  roundTrips: Math.ceil(bytes / QUERY_PAGE_BYTES),
});

const both = (a: Consumed, b: Consumed): Consumed => ({
  readUnits: a.readUnits + b.readUnits,
  writeUnits: 0,
  roundTrips: a.roundTrips + b.roundTrips,
});

/** The share of the list read, from its top, at the end of a page. */
const shares = { 'list page 1': 0, 'list middle page': 0.5, 'list last page': 1 } as const;

export type ListedPage = keyof typeof shares;

/** The pages used to compare the naive ways. */
export const listedPages = Object.keys(shares) as ListedPage[];

/** The usual ways to read lists from DynamoDB, calculated from the sizes of the items. */
export const naiveWays = {
  'query every job, slice': ({ bytes }: Figures, size: number, _page: ListedPage) =>
    reading(size * bytes.job),
  // The total needs a count, which reads all rows.
  'header index, count, read up to the page': ({ bytes }: Figures, size: number, page: ListedPage) => {
    const count = reading(size * bytes.header);
    const upTo = Math.max(PAGE_SIZE, size * shares[page]) * bytes.header;
    return page === 'list page 1' ? count : both(count, reading(upTo));
  },
} as const;

export type NaiveWay = keyof typeof naiveWays;

/** A row of the cost table: its name, and what it consumes at each size. */
export interface CostRow {
  name: string;
  naive: boolean;
  cells: Consumed[];
}

/** Measured, but not priced in the cost table. */
const unpriced = new Set<OperationName>([
  'refresh',
  'last page of 100',
  'full walk',
  'posting page',
  'apply',
]);

const costed = operationNames.filter((name) => !unpriced.has(name));

/** The cost table: each operation as measured, with the naive ways below the lists. */
export const costRows = (figures: Figures, sizes: readonly number[]): CostRow[] => [
  ...costed.map((operation) => ({
    name: operation,
    naive: false,
    cells: sizes.map((size) => unitsIn(figures, operation, size)),
  })),
  ...(Object.keys(naiveWays) as NaiveWay[]).flatMap((way) =>
    listedPages
      .filter((page) => page !== 'list last page')
      .map((page) => ({
        name: `${page}: ${way}`,
        naive: true,
        cells: sizes.map((size) => naiveWays[way](figures, size, page)),
      })),
  ),
];
