import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTable } from '../../bin/local/create-table.ts';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { indexes, tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { startEngine } from '../setup/engine.ts';

let engine: Awaited<ReturnType<typeof startEngine>>;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  engine = await startEngine();
  client = createClient(engine);
});

afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const indexesOf = async (TableName: string) => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).toSorted();
};

test('A table of an earlier version gets its missing indexes once', async () => {
  const definition = tableDefinition('earlier');
  const [first] = definition.GlobalSecondaryIndexes ?? [];
  const keys = [...(definition.KeySchema ?? []), ...(first?.KeySchema ?? [])];
  const used = new Set(keys.map(({ AttributeName }) => AttributeName));
  await client.send(
    new CreateTableCommand({
      ...definition,
      GlobalSecondaryIndexes: first && [first],
      AttributeDefinitions: definition.AttributeDefinitions?.filter(({ AttributeName }) =>
        used.has(AttributeName),
      ),
    }),
  );
  for (let start = 0; start < 2; start += 1) {
    await createTable(client, 'earlier');
    expect(await indexesOf('earlier')).toEqual(Object.keys(indexes).toSorted());
  }
});
