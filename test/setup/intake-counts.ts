import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import type { Database } from '../../functions/platform/dynamodb/database.ts';

/** Sets every count of applications in the table, as if so many had come in this hour. */
export const countsIn =
  (db: Database) =>
  async (count: number): Promise<void> => {
    const client = createDocumentClient();
    const { Items = [] } = await client.send(new ScanCommand({ TableName: process.env['TABLE_NAME'] ?? '' }));
    client.destroy();
    for (const { PK, SK } of Items.filter((item) => item['SK'] === 'COUNT')) {
      await db.update({
        Key: { PK, SK },
        UpdateExpression: 'SET #count = :count',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':count': count },
      });
    }
  };
