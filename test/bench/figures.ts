import { readFileSync } from 'node:fs';
import type { FeedCost } from './measure-feed.ts';
import type { Time } from './measure-time.ts';
import type { Units } from './measure-units.ts';
import type { OperationName } from './operations.ts';
import type { Shape } from './shapes.ts';

/** The results of a benchmark run. */
export interface Figures {
  date: string;
  node: string;
  quick: boolean;
  sizes: number[];
  shapes: Pick<Shape, 'name' | 'meaning'>[];
  /** Bytes of a stored job and of its rows in the indexes, by AWS's rules. */
  bytes: { job: number; header: number; searchRow: number };
  units: ({ size: number; shape: Shape['name']; operation: OperationName } & Units)[];
  /** The units of an operation in a function that has just started. */
  cold: ({ size: number; operation: OperationName } & Units)[];
  times: ({ size: number; operation: OperationName } & Time)[];
  feed: ({ size: number } & FeedCost)[];
}

/** The units of an operation, in the shape that spreads over two years by default. */
export function unitsIn(
  figures: Figures,
  operation: OperationName,
  size: number,
  shape: Shape['name'] = 'spread',
) {
  const figure = figures.units.find(
    (units) => units.operation === operation && units.size === size && units.shape === shape,
  );
  if (!figure) throw new Error(`No units of ${operation} at ${size} jobs (${shape}).`);
  return figure;
}

/** The CPU of an operation, including the engine's, as a multiple of the baseline. */
export function timeIn({ times }: Figures, operation: OperationName, size: number): number {
  const figure = times.find((time) => time.operation === operation && time.size === size);
  if (!figure) throw new Error(`No time of ${operation} at ${size} jobs.`);
  return (figure.server + figure.engine) / figure.floor;
}

/** The file with the figures of the last full run. */
export const FIGURES = new URL('figures/figures.json', import.meta.url);

export const savedFigures = (): Figures => JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures;
