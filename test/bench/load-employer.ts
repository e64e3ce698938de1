import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { statusChange } from '../../functions/jobs/lists/status-map.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { toItem } from '../../functions/jobs/job/job-item.ts';
import { ID_BLOCK, idBlockOf, jobKeys } from '../../functions/jobs/keys.ts';
import { tableKeys } from '../../functions/platform/keys.ts';
import { sampleJob } from './sample-job.ts';
import { LAST_DAY, shapes, type Shape } from './shapes.ts';
import { writeItems } from './write-items.ts';

interface Load {
  client: DynamoDBDocumentClient;
  tableName: string;
  employerId: number;
  shape?: Shape;
  size: number;
}

/** Reserves whole blocks of ids for this many jobs from the service's counter, and returns the first id. */
async function takeIds({ client, tableName, size }: Load): Promise<number> {
  const ids = Math.ceil(size / ID_BLOCK) * ID_BLOCK;
  const { Attributes } = await client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: tableKeys.counter('JOB'),
      UpdateExpression: 'ADD #n :size',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':size': ids },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return Attributes?.['n'] - ids + 1;
}

function* itemsOf({ shape = shapes.spread, size, employerId }: Load, firstId: number): Generator<Item> {
  /** The status map of the jobs, as the sum of all changes that built it. */
  const leaves = new Map<number, Item>();
  for (let n = 0; n < size; n += 1) {
    const job = sampleJob(n, { shape, size, firstId });
    yield toItem(employerId, job);
    yield { ...jobKeys.reference(employerId, job.referenceId ?? ''), jobId: job.id };
    const { leaf, attribute, delta, counts } = statusChange(job.position, 'none', job.status);
    const item: Item = leaves.get(leaf) ?? jobKeys.statusLeaf(employerId, leaf);
    item[attribute] = (item[attribute] ?? 0n) + delta;
    for (const [name, count] of Object.entries(counts)) item[name] = (item[name] ?? 0) + count;
    leaves.set(leaf, item);
  }
  yield* leaves.values();
  for (let block = idBlockOf(firstId); block <= idBlockOf(firstId + size - 1); block += 1) {
    yield { ...jobKeys.idBlock(block), employerId };
  }
  const lastPosition = shape.position(size - 1, size);
  yield { ...jobKeys.numbers(employerId), lastPosition, publishDate: LAST_DAY };
}

/**
 * Writes an employer's jobs directly to the table, exactly as the service would write them, and returns the first id.
 * Through the API, 100,000 jobs would take an hour.
 */
export async function loadEmployer(load: Load): Promise<number> {
  const firstId = await takeIds(load);
  await writeItems(load, itemsOf(load, firstId));
  return firstId;
}
