import { webhookPartitions } from '../../functions/platform/dynamodb/table.ts';
import { assumed } from './costs.ts';
import { prices } from './prices.ts';

/** What an event takes of the database, at most, and nothing of the request; test/trials/event-log.test.ts holds it. */
export const logged = { readUnits: 1, writeUnits: 2.3, storedBytes: 350, seconds: 0.05 } as const;

/** What the function of webhooks takes when a log has grown, whether its employer has webhooks or not. */
const told = { readUnits: 0.5, writeUnits: 0, seconds: 0.05 } as const;

/** What the delivery of an event takes at most beyond that. */
const delivered = { readUnits: 6, writeUnits: 4, seconds: 0.2, bytes: 1_000 } as const;

/** A run that finds nothing to deliver: half a unit for each shard. */
const idleRun = { readUnits: webhookPartitions.length / 2, writeUnits: 0, seconds: 0.05 } as const;

const taking = ({
  readUnits,
  writeUnits,
  seconds,
}: {
  readUnits: number;
  writeUnits: number;
  seconds: number;
}) =>
  readUnits * prices.readUnits +
  writeUnits * prices.writeUnits +
  seconds * assumed.readGigabytes * prices.lambdaGigabyteSecond;

/** Dollars to add one change to the log of events by itself. Lambda reads the stream without a charge. */
export const eventDollars = taking(logged) + prices.lambdaRequest;

/** Dollars to learn that a log has grown by an event, and to deliver an event. */
export const webhookDollars = {
  told: taking(told) + prices.lambdaRequest,
  delivered: taking(delivered) + (delivered.bytes / 1e9) * prices.egressGigabyte,
};

/** Dollars of a run that finds nothing to deliver. */
export const idleWebhookDollars = taking(idleRun) + prices.lambdaRequest;

/** The events of an application: received, delivered, erased. */
export const EVENTS_OF_APPLICATION = 3;

/** The events of a run of the canary. */
export const EVENTS_OF_CANARY = 4;
