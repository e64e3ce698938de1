import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { indexes, tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { groups } from '../../lib/function-table.ts';
import { routeKeysOf, routeTriggerOf, serviceFunctions } from '../../lib/functions.ts';
import { stackParts, type StackPart } from '../../lib/stack-names.ts';
import { presentFunctions, type DeployedFunctions } from '../lib/deployed-functions.ts';
import { codeBlocks, section } from '../setup/markdown.ts';
import { newFolder } from '../setup/new-folder.ts';

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

test('docs/deploying.md shows how to add the index of due mail to an older table', () => {
  const [command = ''] = codeBlocks(section(page, 'Change the indexes of a table'), '');
  const [, updates = ''] = /--global-secondary-index-updates '([^']+)'/.exec(command) ?? [];
  const types = [...command.matchAll(/AttributeName=(\w+),AttributeType=(\w)/g)];
  const { AttributeDefinitions = [], GlobalSecondaryIndexes = [] } = tableDefinition('any');
  const Create = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === 'byMailDate')!;
  expect(JSON.parse(updates)).toEqual([{ Create }]);
  const names = new Set(Create.KeySchema!.map(({ AttributeName }) => AttributeName));
  expect(types.map(([, AttributeName, AttributeType]) => ({ AttributeName, AttributeType }))).toEqual(
    AttributeDefinitions.filter(({ AttributeName }) => names.has(AttributeName)),
  );
});

const root = join(import.meta.dirname, '../..');

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();

const { commit: previous } = committed('test/trials/previous-release.json') as { commit: string };

const hasHistory = git('cat-file', '-t', previous) === 'commit';

/** A clone without history, or an archive, cannot try what concerns two releases. */
const testReleases = hasHistory ? test : test.skip;

testReleases('test/trials/previous-release.json names the newest release before this commit', () => {
  const release = ['-1', '--format=%H', '--extended-regexp', '--grep=^Release: [0-9]+[.][0-9]+[.][0-9]+$'];
  expect(previous).toBe(git('log', ...release, 'HEAD^'));
});

const routesOf = (commit: string) =>
  Object.keys(JSON.parse(git('show', `${commit}:${ROUTES}`)) as Record<string, StackPart>);

// API Gateway keeps the limit of a route that is gone, and then refuses every change.
testReleases(
  'docs/deploying.md begins a rollback by removing the limits of routes that it removes',
  async () => {
    const folder = await newFolder();
    const printLast = '#!/bin/sh\nfor last in "$@"; do :; done\nprintf "%s\\n" "$last"\n';
    writeFileSync(join(folder, 'aws'), printLast, { mode: 0o755 });
    const [script = ''] = codeBlocks(section(page, 'Roll back'), '');
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
    const options = { cwd: root, env, encoding: 'utf8' } as const;
    const keys = execFileSync('bash', ['-euc', script.replace('GOOD', previous)], options);
    const remaining = routesOf(previous);
    expect(keys.split('\n').filter((key) => key !== '')).toEqual(
      routesOf('HEAD').filter((key) => !remaining.includes(key)),
    );
  },
);

const FUNCTIONS = 'test/lib/deployed-functions.json';

test('test/lib/deployed-functions.json lists what gradually deployed functions may do', () => {
  const advice = `Run "npx node test/lib/deployed-functions.ts > ${FUNCTIONS}".`;
  expect({ advice, functions: committed(FUNCTIONS) }).toEqual({ advice, functions: presentFunctions() });
});

const functionsOf = (commit: string) =>
  JSON.parse(git('show', `${commit}:${FUNCTIONS}`)) as DeployedFunctions;

/** Permissions for attributes of which the previous release uses only these. */
const limitable: Partial<Record<string, string>> = {
  // Version 1.3 records the use of a key there, and keeps rate limits in a partition of their own.
  'UpdateItem KEY# lastUsedAt fullAt at timeToLive': 'lastUsedAt',
};

/** Splits the permissions of a function into an action, a prefix of keys and the attributes, if they are limited. */
const permissionsIn = (grants: Record<string, string>) =>
  Object.entries(grants).flatMap(([resource, actions]) =>
    actions.split(' ').map((action) => {
      const [prefix = '', ...names] = resource.split(' ');
      return { action, prefix, names: names.length > 0 ? names : undefined, text: `${action} ${resource}` };
    }),
  );

/** A sentence for each permission that a function loses, and for each function that moves to another stack. */
function dangersBetween(before: DeployedFunctions, after: DeployedFunctions): string[] {
  const losses = Object.entries(before.grants).flatMap(([id, grants]) => {
    const present = permissionsIn(after.grants[id] ?? grants);
    return permissionsIn(grants).flatMap(({ action, prefix, names, text }) => {
      const needed = limitable[text]?.split(' ') ?? names;
      const isAllowed = present.some(
        (other) =>
          other.action === action &&
          prefix.startsWith(other.prefix) &&
          (!other.names || needed?.every((name) => other.names?.includes(name))),
      );
      return isAllowed
        ? []
        : [
            `${id} loses ${text}, but its previous code may run with the new role: remove it a release later.`,
          ];
    });
  });
  const moves = Object.entries(before.stacks).flatMap(([id, from]) => {
    const to = after.stacks[id] ?? from;
    return to === from
      ? []
      : [`${id}, which checks keys, moves from ${from} to ${to}: keep it there, or move it in two releases.`];
  });
  return [...losses, ...moves];
}

testReleases('Since the previous release, roles only grow, and what checks keys is in the same stack', () => {
  expect(dangersBetween(functionsOf(previous), presentFunctions())).toEqual([]);
});
