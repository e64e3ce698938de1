import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  UpdateTableCommand,
  waitUntilTableExists,
  type GlobalSecondaryIndexUpdate,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { attributes, indexes, tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { groups } from '../../lib/function-table.ts';
import { routeKeysOf, routeTriggerOf, serviceFunctions } from '../../lib/functions.ts';
import { stackParts, type StackPart } from '../../lib/stack-names.ts';
import { codeBlocks, section } from '../setup/markdown.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/deploying.md'), 'utf8');

const committed = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) as object;

const DEPLOYED = 'test/lib/deployed-indexes.json';

test('No index of a deployed table changes its keys or its projected attributes under the same name', () => {
  const deployed = committed(DEPLOYED);
  const present = Object.fromEntries(
    Object.entries(indexes).map(([name, { partition, sort, projects }]) => [
      name,
      { key: [partition, sort], copies: projects.toSorted() },
    ]),
  );
  const changed = Object.entries(deployed).flatMap(([name, index]) =>
    name in present && !isDeepStrictEqual(present[name], index)
      ? `${name} has changed, which CloudFormation refuses where it is deployed: follow "Change the indexes of a table" in docs/deploying.md, which gives it a new name in functions/platform/dynamodb/table.ts.`
      : [],
  );
  expect(changed).toEqual([]);
  const advice = `Add the new index to ${DEPLOYED}, or remove the old one.`;
  expect({ advice, indexes: deployed }).toEqual({ advice, indexes: present });
});

const ROUTES = 'test/lib/deployed-routes.json';

test('No route moves to another stack, because the deployment would fail or leave the route without a function', () => {
  const present = Object.fromEntries(
    serviceFunctions
      .flatMap((definition) => {
        const trigger = routeTriggerOf(definition);
        const { stack } = groups[definition.group];
        return trigger ? routeKeysOf(trigger).map((key) => [key, stack] as const) : [];
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const deployed = committed(ROUTES) as Record<string, StackPart>;
  const moved = Object.entries(deployed).flatMap(([key, from]) => {
    const to = present[key];
    if (to === undefined || to === from) return [];
    const consequence =
      stackParts.indexOf(to) < stackParts.indexOf(from)
        ? `${to} is deployed while ${from} still has the route, and API Gateway answers 409: one release takes the route out of ${from}, and the next one adds it to ${to}`
        : `${from} loses the route in the same release, minutes before ${to} gets it`;
    return [`${key} moves from ${from} to ${to}. ${consequence}. Until then, requests get a 404.`];
  });
  expect(moved).toEqual([]);
  const advice = `Add the new route to ${ROUTES}, or remove the old one ("Remove or move a route" in docs/deploying.md).`;
  expect({ advice, routes: deployed }).toEqual({ advice, routes: present });
});

test('docs/deploying.md shows how to add the index of due mail to an older table', async () => {
  const [command = ''] = codeBlocks(section(page, 'Change the indexes of a table'), '');
  const [, updates = ''] = /--global-secondary-index-updates '([^']+)'/.exec(command) ?? [];
  const types = [...command.matchAll(/AttributeName=(\w+),AttributeType=(\w)/g)];

  const TableName = `without-index-${crypto.randomUUID()}`;
  const { AttributeDefinitions = [], GlobalSecondaryIndexes = [], ...rest } = tableDefinition(TableName);
  const ofMail = new Set<string>([attributes.mailPartition, attributes.mailOrder]);
  const client = createDocumentClient();
  await client.send(
    new CreateTableCommand({
      ...rest,
      AttributeDefinitions: AttributeDefinitions.filter(
        ({ AttributeName = '' }) => !ofMail.has(AttributeName),
      ),
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.filter(({ IndexName }) => IndexName !== 'byMailDate'),
    }),
  );
  await client.send(
    new UpdateTableCommand({
      TableName,
      AttributeDefinitions: types.map(([, AttributeName, type]) => ({
        AttributeName,
        AttributeType: type === 'S' ? 'S' : 'N',
      })),
      GlobalSecondaryIndexUpdates: JSON.parse(updates) as GlobalSecondaryIndexUpdate[],
    }),
  );
  await waitUntilTableExists({ client, minDelay: 1, maxDelay: 2, maxWaitTime: 60 }, { TableName });
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
  expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).toSorted()).toEqual(
    Object.keys(indexes).toSorted(),
  );
  for (const { IndexName, KeySchema, Projection } of GlobalSecondaryIndexes) {
    expect(Table?.GlobalSecondaryIndexes).toContainEqual(
      expect.objectContaining({
        IndexName,
        KeySchema,
        Projection: expect.objectContaining(Projection ?? {}),
      }),
    );
  }
});
