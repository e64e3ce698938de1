import { unitsIn, type Figures } from './figures.ts';
import { operationNames, type OperationName } from './operations.ts';

/** AWS list prices in dollars, without free tier or volume discount. */
export const prices = {
  region: 'us-east-1',
  since: '2024-11-01',
  readUnits: 0.125 / 1e6,
  writeUnits: 0.625 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  /** arm64. */
  lambdaGigabyteSecond: 0.0000133334,
  httpApiRequest: 1 / 1e6,
} as const;

/** What Lambda is taken to bill for: no figure of a local engine stands for the way to DynamoDB. */
export const assumed = {
  /** As `lib/functions.ts` gives them. */
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

/** Which share of the list a reader from its top has behind him at the end of a page. */
const shares = { 'list page 1': 0, 'list middle page': 0.5, 'list last page': 1 } as const;

export type ListedPage = keyof typeof shares;

/** The pages that the naive ways are compared on. */
export const listedPages = Object.keys(shares) as ListedPage[];

/** How lists are usually read from DynamoDB, by the model of the sizes that the items have. */
export const naiveWays = {
  'query every job, slice': ({ bytes }: Figures, size: number, _page: ListedPage) =>
    reading(size * bytes.job),
  // The total is a count of all rows, which reads them.
  'header index, count, read up to the page': ({ bytes }: Figures, size: number, page: ListedPage) => {
    const count = reading(size * bytes.header);
    const upTo = Math.max(PAGE_SIZE, size * shares[page]) * bytes.header;
    return page === 'list page 1' ? count : both(count, reading(upTo));
  },
} as const;

export type NaiveWay = keyof typeof naiveWays;

/** One row of the cost table: what it is, and for each size what it consumes. */
export interface CostRow {
  name: string;
  naive: boolean;
  cells: Consumed[];
}

/** For the figures alone: no row of prices speaks of them. */
const unpriced = new Set<OperationName>(['refresh', 'last page of 100', 'full walk']);

const costed = operationNames.filter((name) => !unpriced.has(name));

/** The cost table: each operation as measured, and below the lists the naive ways. */
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
