import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { addToLog } from './log-run.ts';

/** The log of events (interface 13.1): what the stream of the table tells, added to it. */
export async function handler(
  { Records }: DynamoDBStreamEvent,
  context: Context,
): Promise<DynamoDBBatchResponse> {
  const failed = await addToLog(Records, context);
  return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
}
