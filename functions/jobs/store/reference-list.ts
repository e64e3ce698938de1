import type { Database } from '../../platform/dynamodb/database.ts';
import { beginningWith, keys, prefixes } from '../../platform/dynamodb/table.ts';

/** A referenceId and the id of the job that has it. */
interface Reference {
  referenceId: string;
  id: number;
}

/** Lists the references of an employer by strong reads, in the order of their UTF-8 bytes (interface 3.10). */
export const referenceList = (db: Database) => ({
  /** Those after `after`, at most `limit`, and the last of them when there are more. */
  list: async (
    employerId: number,
    { after, limit }: { after?: string | undefined; limit: number },
  ): Promise<{ data: Reference[]; last: string | undefined }> => {
    const { PK } = keys.reference(employerId, '');
    const { from, to } = beginningWith(prefixes.reference);
    const items = await db.query({
      KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK' },
      // Nothing comes between a text and the same text with the lowest character after it.
      ExpressionAttributeValues: {
        ':PK': PK,
        ':from': after === undefined ? from : `${from}${after}\0`,
        ':to': to,
      },
      ConsistentRead: true,
      Limit: limit + 1,
    });
    const data = items
      .slice(0, limit)
      .map(({ SK, jobId }) => ({ referenceId: SK.slice(prefixes.reference.length), id: jobId }));
    return { data, last: items.length > limit ? data.at(-1)?.referenceId : undefined };
  },
});
