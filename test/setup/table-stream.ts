import { setTimeout as delay } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { recordFunctions } from '../../bin/local/record-functions.ts';
import { streamOf, streamReader, streamsClient } from '../../bin/local/table-stream.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { deployment } from './deployment.ts';

type RecordHandler = (event: object, context: object) => Promise<{ batchItemFailures: object[] }>;

/** Calls the log builder as Lambda does. */
async function build(batch: readonly DynamoDBRecord[]): Promise<object[]> {
  const [name = ''] = recordFunctions
    .filter(({ records: wanted }) => wanted.some(({ partition }) => partition === 'A#'))
    .map(({ functionName }) => functionName);
  const handler = (await deployment.handlers(name)) as unknown as RecordHandler;
  const context = lambdaContext(name, 'build', () => 60_000);
  return (await handler({ Records: batch }, context)).batchItemFailures;
}

/** The stream of this suite's table (`ownTable`), and the log builder that reads the stream. */
export async function tableStream() {
  const client = createDocumentClient();
  const stream = await streamOf(client, process.env['TABLE_NAME'] ?? '');
  client.destroy();
  if (stream === undefined) throw new Error('The table has no stream.');
  const reader = streamReader(streamsClient(process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? ''), stream);

  /** The new records since the last call, in order. */
  async function records(): Promise<DynamoDBRecord[]> {
    const all: DynamoDBRecord[] = [];
    for (let position = -1; position < all.length;) {
      position = all.length;
      for await (const part of reader.read()) all.push(...part);
    }
    return all;
  }

  return {
    records,
    build,
    /** Adds the changes since the last call to the event log. */
    catchUp: async () => build(await records()),
    /** Adds changes to the event log continuously, until the returned function stops it. */
    follow: () => {
      const stopping = new AbortController();
      const following = (async () => {
        while (!stopping.signal.aborted) {
          const batch = await records();
          if (batch.length > 0) await build(batch);
          else await delay(20);
        }
      })();
      return {
        stop: async () => {
          stopping.abort();
          await following;
        },
      };
    },
  };
}
