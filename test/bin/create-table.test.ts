import { CreateTableCommand, DeleteTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { createTable } from '../../bin/local/create-table.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';

const TableName = `earlier-${crypto.randomUUID()}`;
const client = createDocumentClient();
const { GlobalSecondaryIndexes: currentIndexes = [], ...current } = tableDefinition(TableName);

afterAll(async () => void (await client.send(new DeleteTableCommand({ TableName }))));

/** Creates a table with an index that is obsolete, one that copies fewer attributes, and without byReferenceId. */
async function createEarlierTable() {
  const earlier = currentIndexes
    .filter(({ IndexName }) => IndexName !== 'byReferenceId')
    .map((index) => {
      const { NonKeyAttributes = [], ...projection } = index.Projection ?? {};
      const copied = NonKeyAttributes.filter((name) => name !== 'workplace');
      return {
        ...index,
        Projection: { ...projection, ...(copied.length > 0 && { NonKeyAttributes: copied }) },
      };
    });
  const obsolete = earlier
    .filter(({ IndexName }) => IndexName === 'byPublishDate')
    .map((index) => ({ ...index, IndexName: 'byFormerDate' }));
  const keys = (current.AttributeDefinitions ?? []).filter(({ AttributeName }) => AttributeName !== 'i');
  await client.send(
    new CreateTableCommand({
      ...current,
      AttributeDefinitions: keys,
      GlobalSecondaryIndexes: [...earlier, ...obsolete],
    }),
  );
}

test('A table of an earlier version gets a stream and exactly the current indexes, with their keys and attributes', async () => {
  await createEarlierTable();
  // The second start has no migration to run.
  for (let start = 0; start < 2; start += 1) await createTable(client, TableName);
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const { GlobalSecondaryIndexes = [], StreamSpecification } = Table ?? {};
  expect(GlobalSecondaryIndexes).toHaveLength(currentIndexes.length);
  for (const index of currentIndexes) {
    expect(GlobalSecondaryIndexes).toContainEqual(expect.objectContaining(index));
  }
  expect(StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
});
