import { prices } from './prices.ts';
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

/** Measured, but not priced in the cost table. */
const unpriced = new Set<OperationName>([
  'refresh',
  'last page of 100',
  'full walk',
  'posting page',
  'apply',
]);

/** The operations of the cost table. */
export const costed = operationNames.filter((name) => !unpriced.has(name));
