import { assumed } from './costs.ts';
import { prices } from './prices.ts';

/** What an event takes of the database, at most, and nothing of the request. */
const logged = { readUnits: 1, writeUnits: 2.3, seconds: 0.05 } as const;

/** Dollars to add one change to the log of events by itself. Lambda reads the stream without a charge. */
export const eventDollars =
  logged.readUnits * prices.readUnits +
  logged.writeUnits * prices.writeUnits +
  prices.lambdaRequest +
  logged.seconds * assumed.readGigabytes * prices.lambdaGigabyteSecond;

/** The events of an application: received, delivered, erased. */
export const EVENTS_OF_APPLICATION = 3;

/** The events of a run of the canary. */
export const EVENTS_OF_CANARY = 4;
