import { timeIn, unitsIn, type Figures } from './figures.ts';
import type { OperationName } from './operations.ts';

/** A goal for the cost of the service: the maximum, and the measured figure if the run had the needed size. */
interface Goal {
  name: string;
  most: number;
  figure: (figures: Figures) => number;
  size?: number;
  /** Where growth is meant: the sizes between. */
  sizes?: readonly [number, number];
}

export interface Verdict {
  name: string;
  most: number;
  figure: number;
  met: boolean;
}

const pages = ['list page 1', 'list middle page', 'list last page', 'status middle page'] as const;

/** The shapes that the goals apply to. */
const meant = ['spread', 'one day', 'refreshed'] as const;

const readUnitsOfPages = (figures: Figures, size: number) =>
  meant.flatMap((shape) => pages.map((page) => unitsIn(figures, page, size, shape).readUnits));

const ceilToHalf = (units: number) => Math.ceil(units * 2) / 2;

const headersOwn = ({ bytes }: Figures, size: number) => ceilToHalf((size * bytes.header) / 8192);

const roundTrips = (operation: OperationName, most: number): Goal => ({
  name: `${operation}: round trips`,
  most,
  figure: (figures) => Math.max(...figures.sizes.map((size) => unitsIn(figures, operation, size).roundTrips)),
});

const overCall = (operation: OperationName, most: number): Goal => ({
  name: `${operation}: CPU in plain SDK calls`,
  most,
  figure: (figures) => timeIn(figures, operation, Math.max(...figures.sizes)).ofCall,
});

const growth = (operation: OperationName, most: number): Goal => ({
  name: `${operation}: growth of CPU from 1,000 to 100,000 jobs`,
  most,
  sizes: [1_000, 100_000],
  figure: (figures) => timeIn(figures, operation, 100_000).total / timeIn(figures, operation, 1_000).total,
});

const goals: readonly Goal[] = [
  {
    name: 'list pages of 10 at 10,000 jobs: the dearest in any shape, read units',
    most: 2.5,
    size: 10_000,
    figure: (figures) => Math.max(...readUnitsOfPages(figures, 10_000)),
  },
  {
    name: 'list pages of 10 at 10,000 jobs: between the cheapest and the dearest, read units',
    most: 1,
    size: 10_000,
    figure: (figures) => {
      const all = readUnitsOfPages(figures, 10_000);
      return Math.max(...all) - Math.min(...all);
    },
  },
  {
    name: 'the same after a year of refreshes that leave their zeros in the map: the dearest',
    most: 2.5,
    size: 10_000,
    figure: (figures) =>
      Math.max(...pages.map((page) => unitsIn(figures, page, 10_000, 'refreshed, zeros kept').readUnits)),
  },
  {
    name: 'list pages of 10 at 100,000 jobs: the dearest, read units',
    most: 10,
    size: 100_000,
    figure: (figures) => Math.max(...readUnitsOfPages(figures, 100_000)),
  },
  ...[10_000, 100_000].map((size) => ({
    name: `full walk of ${size.toLocaleString('en')}: in the headers' own units`,
    most: 1.1,
    size,
    figure: (figures: Figures) => unitsIn(figures, 'full walk', size).readUnits / headersOwn(figures, size),
  })),
  { name: 'get: read units', most: 1, figure: (figures) => unitsIn(figures, 'get', 1_000).readUnits },
  {
    name: 'q over 10,000 jobs: read units',
    most: 70,
    size: 10_000,
    figure: (figures) => unitsIn(figures, 'q', 10_000).readUnits,
  },
  {
    name: 'posting page, of a job of 2.5 KB: read units',
    most: 2,
    figure: (figures) =>
      Math.max(...figures.sizes.map((size) => unitsIn(figures, 'posting page', size).readUnits)),
  },
  {
    name: 'a run of mail that finds nothing: read units for each shard',
    most: 1,
    figure: ({ mail = [] }) => Math.max(...mail.map(({ idle }) => idle.readUnitsPerShard)),
  },
  roundTrips('get', 1),
  roundTrips('list page 1', 1),
  roundTrips('list middle page', 2),
  roundTrips('list last page', 2),
  roundTrips('create', 2),
  roundTrips('update title', 2),
  roundTrips('delete', 2),
  roundTrips('upsert existing', 3),
  overCall('get', 1.25),
  overCall('list page 1', 1.25),
  overCall('create', 2),
  overCall('update title', 2),
  growth('get', 1.1),
  growth('list page 1', 3),
  growth('list middle page', 3),
  {
    name: 'transactions for a creation, 50 writers of one employer, conflicts as on AWS',
    most: 1.1,
    figure: ({ attempts }) => Math.max(...attempts.map(({ perCreation }) => perCreation)),
  },
  {
    name: 'resident memory of the warm list function with a heap of 64 MB, at 100,000 jobs, MB',
    most: 100,
    size: 100_000,
    figure: ({ resident }) => (resident.find(({ size }) => size === 100_000)?.bytes ?? 0) / 1e6,
  },
];

/** Compares the figures with the goals that the run had the sizes for. */
export const verdicts = (figures: Figures): Verdict[] =>
  goals
    .filter(({ size, sizes = [] }) =>
      [...sizes, ...(size ? [size] : [])].every((one) => figures.sizes.includes(one)),
    )
    .map(({ name, most, figure }) => {
      const value = figure(figures);
      return { name, most, figure: value, met: value <= most };
    });
