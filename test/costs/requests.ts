import { unitsIn, type Figures } from '../bench/figures.ts';
import { operationNames } from '../bench/operations.ts';
import { assumed, dollarsOf, request } from './uses.ts';

/**
 * Dollars of a million requests of each operation on an employer with this many jobs. A walk through all pages is not a
 * request.
 */
export const dollarsPerMillion = (figures: Figures, size: number): Record<string, number> =>
  Object.fromEntries(
    operationNames
      .filter((name) => name !== 'full walk')
      .map((name) => {
        const { roundTrips, ...units } = unitsIn(figures, name, size);
        const gigabytes = units.writeUnits > 0 ? assumed.writeGigabytes : assumed.readGigabytes;
        const seconds = assumed.secondsOfCode + roundTrips * assumed.secondsARoundTrip;
        const { readUnits, writeUnits } = units;
        return [name, 1e6 * dollarsOf(request(seconds, gigabytes, { readUnits, writeUnits }))];
      }),
  );
