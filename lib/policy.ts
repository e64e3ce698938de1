import { PolicyStatement, type Conditions } from 'aws-cdk-lib/aws-iam';
import { filePrefixes, limitedItems, partitions, type LimitedItem } from './partitions.ts';
import { indexes, type IndexName } from '../functions/platform/dynamodb/table.ts';
import type { AdminPermission, Partitions } from './permissions.ts';
import type { Resources } from './resources.ts';

/** The service of an action, and the ARNs and condition of its resource. */
interface Target {
  service: 'dynamodb' | 's3' | 'ses' | 'ssm';
  arns: string[];
  conditions?: Conditions;
}

type Action = AdminPermission['action'];
type ResourceName = AdminPermission['on'];

/** The files with a prefix; for ListBucket, the bucket with a condition on the prefix. */
const filesUnder =
  (prefix: string) =>
  ({ files }: Resources, action: Action): Target =>
    action === 'ListBucket'
      ? { service: 's3', arns: [files.bucketArn], conditions: { StringLike: { 's3:prefix': `${prefix}*` } } }
      : { service: 's3', arns: [files.arnForObjects(`${prefix}*`)] };

/** An item with only some of its attributes. Return values other than NONE would let the function read the others. */
const attributesOf =
  (name: keyof typeof limitedItems) =>
  ({ table }: Resources): Target => {
    const limited: LimitedItem = limitedItems[name];
    return {
      service: 'dynamodb',
      arns: [table.tableArn],
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${partitions[limited.partition]}*`] },
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', ...limited.attributes] },
        ...(limited.isWriteOnly && { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } }),
      },
    };
  };

const targets: Record<
  Exclude<ResourceName, IndexName | Partitions>,
  (resources: Resources, action: Action) => Target
> = {
  table: ({ table }) => ({ service: 'dynamodb', arns: [table.tableArn] }),
  applicationFiles: filesUnder(filePrefixes.applications),
  logoFiles: filesUnder(filePrefixes.logos),
  uploads: filesUnder(filePrefixes.uploads),
  publicFiles: filesUnder(filePrefixes.public),
  clicks: attributesOf('clicks'),
  keyUse: attributesOf('keyUse'),
  searchAccount: ({ searchAccount }) => ({ service: 'ssm', arns: [searchAccount.arn] }),
  mail: ({ mail }) => ({
    service: 'ses',
    arns: mail.arns,
    conditions: { StringEquals: { 'ses:FromAddress': mail.from } },
  }),
};

const isIndex = (on: ResourceName): on is IndexName => Object.hasOwn(indexes, on);

const isPartition = (on: ResourceName): on is Partitions => Object.hasOwn(partitions, on);

/** An index needs no condition, because it holds one kind of item. */
const targetOf = (resources: Resources, on: Exclude<ResourceName, Partitions>, action: Action): Target =>
  isIndex(on)
    ? { service: 'dynamodb', arns: [`${resources.table.tableArn}/index/${on}`] }
    : targets[on](resources, action);

/**
 * One statement for each action on partitions, because one statement must allow all keys of a call. ForAllValues is also
 * true for a call without keys, such as a scan, so no function may scan.
 */
function partitionStatements(
  resources: Resources,
  permissions: readonly AdminPermission[],
): PolicyStatement[] {
  const confined = permissions.filter(({ on }) => isPartition(on));
  return [...Map.groupBy(confined, ({ action }) => action)].map(
    ([action, group]) =>
      new PolicyStatement({
        actions: [`dynamodb:${action}`],
        resources: [resources.table.tableArn],
        conditions: {
          'ForAllValues:StringLike': {
            'dynamodb:LeadingKeys': group.map(({ on }) => `${partitions[on as Partitions]}*`).toSorted(),
          },
        },
      }),
  );
}

export const statementsFor = (
  resources: Resources,
  permissions: readonly AdminPermission[],
): PolicyStatement[] => [
  ...partitionStatements(resources, permissions),
  ...permissions.flatMap(({ action, on }) => {
    if (isPartition(on)) return [];
    const { service, arns, conditions } = targetOf(resources, on, action);
    if (arns.length === 0) return [];
    return new PolicyStatement({
      actions: [`${service}:${action}`],
      resources: arns,
      ...(conditions && { conditions }),
    });
  }),
];
