import { timeIn, unitsIn, type Figures } from './figures.ts';
import type { OperationName } from './operations.ts';

/** A figure of lists and searches that must not grow with the number of jobs, and the most that it may be. */
export interface Acceptance {
  name: string;
  /** By the number of jobs; other sizes are measured too. */
  most: Readonly<Record<number, number>>;
  figure: (figures: Figures, size: number) => number;
}

const everywhere = (most: number) => ({ 1_000: most, 10_000: most, 100_000: most });

const readUnits =
  (operation: OperationName) =>
  (figures: Figures, size: number): number =>
    unitsIn(figures, operation, size).readUnits;

const writeUnits = (operation: OperationName, most: number): Acceptance => ({
  name: `${operation}: write units`,
  most: everywhere(most),
  figure: (figures, size) => unitsIn(figures, operation, size).writeUnits,
});

/** What a function that has just started pays, besides reading its key. */
const coldUnits = (operation: OperationName) => (figures: Figures, size: number) => {
  const found = figures.cold?.find((cold) => cold.operation === operation && cold.size === size);
  if (!found) throw new Error(`No units of ${operation}, cold, at ${size} jobs.`);
  return found.readUnits;
};

/** What is measured in a function that has just started. */
export const coldOperations = ['list middle page', 'q'] as const satisfies OperationName[];

/** What the CPU is measured of. */
export const timedOperations = ['list page 1', 'q'] as const satisfies OperationName[];

/** What the units are measured of, besides. */
export const acceptanceOperations = [
  'list page 1',
  'list middle page',
  'q',
  'create',
  'update title',
  'change status',
  'delete',
] as const satisfies OperationName[];

export const acceptance: readonly Acceptance[] = [
  { name: 'list page 1: read units', most: everywhere(2), figure: readUnits('list page 1') },
  { name: 'list middle page, cold: read units', most: everywhere(4), figure: coldUnits('list middle page') },
  { name: 'list middle page, warm: read units', most: everywhere(2), figure: readUnits('list middle page') },
  { name: 'q, warm: read units', most: everywhere(6.5), figure: readUnits('q') },
  { name: 'q, cold: read units', most: { 10_000: 25, 100_000: 160 }, figure: coldUnits('q') },
  {
    name: 'q, warm: CPU, in those of list page 1',
    most: everywhere(1.5),
    figure: (figures, size) => timeIn(figures, 'q', size).total / timeIn(figures, 'list page 1', size).total,
  },
  {
    name: 'memory of the list function, with q, MB',
    most: { 100_000: 150 },
    figure: ({ resident }, size) => (resident.find((one) => one.size === size)?.bytes ?? NaN) / 1e6,
  },
  writeUnits('create', 15),
  writeUnits('update title', 7),
  writeUnits('change status', 14),
  writeUnits('delete', 15),
];

/** Whether a figure is as it has to be, at every size of the run for which there is a limit. */
export const isMet = ({ most, figure }: Acceptance, figures: Figures): boolean =>
  figures.sizes.every((size) => most[size] === undefined || figure(figures, size) <= most[size]);
