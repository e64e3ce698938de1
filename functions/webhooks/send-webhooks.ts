import type { Context, DynamoDBStreamEvent } from 'aws-lambda';
import type { DeliveryRun } from './delivery/delivery-run.ts';
import { sendEvents } from './delivery/send-events.ts';

/** The events of webhooks (interface 14.8): one run over all of them, or over those of the employers whose log has grown. */
export async function handler(
  event: Partial<DynamoDBStreamEvent>,
  context: Context,
): Promise<DeliveryRun & { batchItemFailures: [] }> {
  return { ...(await sendEvents(event, context)), batchItemFailures: [] };
}
