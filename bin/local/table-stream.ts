import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  DynamoDBStreamsClient,
  type DescribeStreamCommandOutput,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { setting } from '../../functions/platform/config.ts';
import { engineSettings, withoutLog } from '../../functions/platform/store-client.ts';
import { isAws } from './aws-environment.ts';

/** The maximum number of records in a read of a shard, which is also the batch size of functions. */
export const BATCH_SIZE = 100;

/** How long the list of shards is cached, in milliseconds. */
const SHARDS_MILLIS = 10_000;

/** The read position in a shard. */
type ReadPosition = { iterator?: string | undefined; last?: string | undefined; isEnded?: boolean };

/**
 * Converts a record to Lambda's form, in which a time is a number. No key or attribute that a function reads is binary.
 */
const toLambdaRecord = ({ dynamodb, ...record }: StreamRecord): DynamoDBRecord =>
  ({
    ...record,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: Number(dynamodb?.ApproximateCreationDateTime) / 1_000,
    },
  }) as DynamoDBRecord;

/**
 * A client for the streams of a DynamoDB. AWS serves them at a separate endpoint, other implementations at the same
 * one.
 */
export const streamsClient = (endpoint: string): DynamoDBStreamsClient =>
  withoutLog(
    new DynamoDBStreamsClient({
      ...(setting('ENGINE_URL') !== undefined && engineSettings),
      ...(!isAws(endpoint) && { endpoint }),
      maxAttempts: 1,
      cacheMiddleware: true,
    }),
  );

/** The stream of a table; undefined when it has none. */
export async function streamOf(client: DynamoDBClient, tableName: string): Promise<string | undefined> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  return Table?.StreamSpecification?.StreamEnabled ? Table.LatestStreamArn : undefined;
}

/**
 * Reads a stream from its oldest record: each shard in order, and a shard only after its parent. A failed read is
 * repeated from the same position.
 */
export function streamReader(streams: DynamoDBStreamsClient, StreamArn: string) {
  const positions = new Map<string, ReadPosition>();
  let shards: Shard[] = [];
  let shardsReadAt = -Infinity;

  async function listShards(): Promise<void> {
    shards = [];
    let ExclusiveStartShardId: string | undefined;
    do {
      const output: DescribeStreamCommandOutput = await streams.send(
        new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId }),
      );
      shards.push(...(output.StreamDescription?.Shards ?? []));
      ExclusiveStartShardId = output.StreamDescription?.LastEvaluatedShardId;
    } while (ExclusiveStartShardId !== undefined);
    shardsReadAt = performance.now();
  }

  const isFinished = (shardId: string | undefined) =>
    positions.get(shardId ?? '')?.isEnded ?? !shards.some(({ ShardId }) => ShardId === shardId);

  async function createIterator(ShardId: string, { last }: ReadPosition): Promise<string | undefined> {
    const { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({
        StreamArn,
        ShardId,
        ...(last === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }),
      }),
    );
    return ShardIterator;
  }

  async function readShard(shardId: string): Promise<DynamoDBRecord[]> {
    const position = positions.get(shardId) ?? {};
    positions.set(shardId, position);
    const iterator = position.iterator ?? (await createIterator(shardId, position));
    position.iterator = undefined;
    const { Records = [], NextShardIterator } = await streams.send(
      new GetRecordsCommand({ ShardIterator: iterator, Limit: BATCH_SIZE }),
    );
    position.iterator = NextShardIterator;
    position.isEnded = NextShardIterator === undefined;
    position.last = Records.at(-1)?.dynamodb?.SequenceNumber ?? position.last;
    return Records.map(toLambdaRecord);
  }

  return {
    /** The next records of each shard, one ordered list per shard; empty when there are no new records. */
    async *read(): AsyncGenerator<DynamoDBRecord[]> {
      if (performance.now() > shardsReadAt + SHARDS_MILLIS) await listShards();
      for (const { ShardId = '', ParentShardId } of shards) {
        if (positions.get(ShardId)?.isEnded || !isFinished(ParentShardId)) continue;
        const records = await readShard(ShardId);
        if (records.length > 0) yield records;
      }
    },
  };
}
