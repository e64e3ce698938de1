/** Numbers that a restored log leaves out: those after the first one, up to the second. */
export type Gap = readonly [after: number, upTo: number];

/** The number of the event that follows another one, in a log with gaps in their order. */
export const numberAfter = (number: number, gaps: readonly Gap[]): number =>
  1 + gaps.reduce((last, [after, upTo]) => (after <= last && last < upTo ? upTo : last), number);
