import { timeIn, unitsIn, type Figures } from './figures.ts';
import type { OperationName } from './operations.ts';

/** A goal for a cost of the service: the maximum by number of jobs, and how to get the figure from a run. */
interface Goal {
  name: string;
  most: Readonly<Record<number, number>>;
  figure: (figures: Figures, size: number) => number;
}

export interface Verdict {
  goal: string;
  jobs: number;
  most: number;
  figure: number;
  met: boolean;
}

const everywhere = (most: number) => ({ 1_000: most, 10_000: most, 100_000: most });

const pages = ['list page 1', 'list middle page', 'list last page', 'status middle page'] as const;

const unitsOfPages = (figures: Figures, size: number) =>
  (['spread', 'one day', 'refreshed'] as const).flatMap((shape) =>
    pages.map((page) => unitsIn(figures, page, size, shape).readUnits),
  );

const units = (
  operation: OperationName,
  kind: 'readUnits' | 'writeUnits' | 'roundTrips',
  most: number,
): Goal => ({
  name: `${operation}: ${{ readUnits: 'read units', writeUnits: 'write units', roundTrips: 'round trips' }[kind]}`,
  most: everywhere(most),
  figure: (figures, size) => unitsIn(figures, operation, size)[kind],
});

/** The cost of an operation in a function that has just started, without the read of the API key. */
const coldUnits = (operation: OperationName, most: Goal['most']): Goal => ({
  name: `${operation}, in a function that has just started: read units`,
  most,
  figure: ({ cold }, size) =>
    cold.find((one) => one.operation === operation && one.size === size)?.readUnits ?? Number.NaN,
});

const cpu = (operation: OperationName, most: Goal['most']): Goal => ({
  name: `${operation}: CPU, in plain SDK gets`,
  most,
  figure: (figures, size) => timeIn(figures, operation, size),
});

const growth = (operation: OperationName, most: number): Goal => ({
  name: `${operation}: CPU, as a multiple of that with 1,000 jobs`,
  most: { 100_000: most },
  figure: (figures, size) => timeIn(figures, operation, size) / timeIn(figures, operation, 1_000),
});

const grown = [
  'create',
  'list page 1',
  'list middle page',
  'list last page',
  'status middle page',
  'q',
  "employer's page",
] as const;

const goals: readonly Goal[] = [
  {
    name: 'list pages of 10: the dearest in any shape, read units',
    most: { 10_000: 2.5, 100_000: 10 },
    figure: (figures, size) => Math.max(...unitsOfPages(figures, size)),
  },
  {
    name: 'list pages of 10: between the cheapest and the dearest, read units',
    most: { 10_000: 1 },
    figure: (figures, size) =>
      Math.max(...unitsOfPages(figures, size)) - Math.min(...unitsOfPages(figures, size)),
  },
  {
    name: 'full walk: read units, as a multiple of those of the rows alone',
    most: { 10_000: 1.1, 100_000: 1.1 },
    figure: (figures, size) =>
      unitsIn(figures, 'full walk', size).readUnits / (Math.ceil((size * figures.bytes.header) / 4_096) / 2),
  },
  units('get', 'readUnits', 1),
  units('list page 1', 'readUnits', 2),
  units('list middle page', 'readUnits', 2),
  coldUnits('list middle page', everywhere(4)),
  units('q', 'readUnits', 6.5),
  coldUnits('q', { 10_000: 25, 100_000: 160 }),
  units('posting page', 'readUnits', 2),
  units('create', 'writeUnits', 15),
  units('update title', 'writeUnits', 7),
  units('change status', 'writeUnits', 14),
  units('delete', 'writeUnits', 15),
  units('get', 'roundTrips', 1),
  units('list page 1', 'roundTrips', 1),
  units('list middle page', 'roundTrips', 2),
  units('list last page', 'roundTrips', 2),
  units('create', 'roundTrips', 2),
  units('update title', 'roundTrips', 2),
  units('delete', 'roundTrips', 2),
  units('upsert existing', 'roundTrips', 3),
  cpu('get', { 100_000: 1.25 }),
  cpu('list page 1', { 100_000: 2 }),
  cpu('create', { 100_000: 3 }),
  cpu('update title', { 100_000: 3.3 }),
  growth('get', 1.1),
  ...grown.map((operation) => growth(operation, 1.5)),
  {
    name: 'q: CPU, in those of list page 1',
    most: everywhere(1.5),
    figure: (figures, size) => timeIn(figures, 'q', size) / timeIn(figures, 'list page 1', size),
  },
];

/** Compares the figures with the goals for the sizes of the run. */
export const verdicts = (figures: Figures): Verdict[] =>
  goals.flatMap(({ name, most: limits, figure }) =>
    figures.sizes.flatMap((jobs) => {
      const most = limits[jobs];
      if (most === undefined) return [];
      const value = figure(figures, jobs);
      return [{ goal: name, jobs, most, figure: Math.round(value * 100) / 100, met: value <= most }];
    }),
  );
