import { PolicyStatement, type Conditions } from 'aws-cdk-lib/aws-iam';
import { filePrefixes } from '../functions/platform/files/file-prefixes.ts';
import { partitions } from './partitions.ts';
import { indexes, type IndexName } from '../functions/platform/dynamodb/table.ts';
import { clickAttributes, type AdminPermission, type Partitions } from './permissions.ts';
import type { Resources } from './resources.ts';

/** Where a permission applies: the service of its action, the ARNs, and the condition. */
interface Place {
  service: 'dynamodb' | 's3' | 'ses';
  arns: string[];
  conditions?: Conditions;
}

type Action = AdminPermission['action'];
type PlaceName = AdminPermission['on'];

/** The files under a prefix; for their list, the bucket with that prefix. */
const filesUnder =
  (prefix: string) =>
  ({ files }: Resources, action: Action): Place =>
    action === 'ListBucket'
      ? { service: 's3', arns: [files.bucketArn], conditions: { StringLike: { 's3:prefix': `${prefix}*` } } }
      : { service: 's3', arns: [files.arnForObjects(`${prefix}*`)] };

const otherPlaces: Record<
  Exclude<PlaceName, IndexName | Partitions>,
  (resources: Resources, action: Action) => Place
> = {
  table: ({ table }) => ({ service: 'dynamodb', arns: [table.tableArn] }),
  applicationFiles: filesUnder(filePrefixes.applications),
  logoFiles: filesUnder(filePrefixes.logos),
  uploads: filesUnder(filePrefixes.uploads),
  publicFiles: filesUnder(filePrefixes.public),
  clicks: ({ table }) => ({
    service: 'dynamodb',
    arns: [table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${partitions.applications}*`] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': clickAttributes },
      // Other return values would let the function read all attributes.
      StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
    },
  }),
  mail: ({ mail }) => ({
    service: 'ses',
    arns: mail.arns,
    conditions: { StringEquals: { 'ses:FromAddress': mail.from } },
  }),
};

const isIndex = (on: PlaceName): on is IndexName => Object.hasOwn(indexes, on);

const isInPartitions = (on: PlaceName): on is Partitions => Object.hasOwn(partitions, on);

/** An index needs no condition: each holds the keys of one kind of item. */
const placeOf = (resources: Resources, on: Exclude<PlaceName, Partitions>, action: Action): Place =>
  isIndex(on)
    ? { service: 'dynamodb', arns: [`${resources.table.tableArn}/index/${on}`] }
    : otherPlaces[on](resources, action);

/**
 * A statement for each action on partitions, as one statement has to allow all keys of a call. It would also allow a
 * call that names no key, as a scan does, which no function may make.
 */
function inPartitions(resources: Resources, permissions: readonly AdminPermission[]): PolicyStatement[] {
  const confined = permissions.filter(({ on }) => isInPartitions(on));
  return [...Map.groupBy(confined, ({ action }) => action)].map(
    ([action, places]) =>
      new PolicyStatement({
        actions: [`dynamodb:${action}`],
        resources: [resources.table.tableArn],
        conditions: {
          'ForAllValues:StringLike': {
            'dynamodb:LeadingKeys': places.map(({ on }) => `${partitions[on as Partitions]}*`).toSorted(),
          },
        },
      }),
  );
}

/** The policy statements that grant permissions, and nothing more. */
export const statementsFor = (
  resources: Resources,
  permissions: readonly AdminPermission[],
): PolicyStatement[] => [
  ...inPartitions(resources, permissions),
  ...permissions.flatMap(({ action, on }) => {
    if (isInPartitions(on)) return [];
    const { service, arns, conditions } = placeOf(resources, on, action);
    return new PolicyStatement({
      actions: [`${service}:${action}`],
      resources: arns,
      ...(conditions && { conditions }),
    });
  }),
];
