import { PolicyStatement, type Conditions } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { filePrefixes } from '../functions/platform/files/prefixes.ts';
import { confines, indexes, type IndexName } from '../functions/platform/dynamodb/table.ts';
import type { ServedTable } from './job-table.ts';
import type { Mail } from './mail.ts';
import type { Permission } from './permissions.ts';

/** What the functions work with. */
export interface Resources {
  table: ServedTable;
  files: Bucket;
  mail: Mail;
}

/** Where a permission applies: the service of its action, the ARNs, and the condition. */
interface Place {
  service: 'dynamodb' | 's3' | 'ses';
  arns: string[];
  conditions?: Conditions;
}

type PlaceName = Permission['on'];

const partitionsUnder =
  (prefix: string) =>
  ({ table }: Resources): Place => ({
    service: 'dynamodb',
    arns: [table.tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${prefix}*`] } },
  });

const filesUnder =
  (prefix: string) =>
  ({ files }: Resources): Place => ({ service: 's3', arns: [files.arnForObjects(`${prefix}*`)] });

const otherPlaces: Record<Exclude<PlaceName, IndexName>, (resources: Resources) => Place> = {
  table: ({ table }) => ({ service: 'dynamodb', arns: [table.tableArn] }),
  apiKeys: partitionsUnder(confines.apiKeys),
  applications: partitionsUnder(confines.applications),
  counts: partitionsUnder(confines.counts),
  secret: partitionsUnder(confines.secret),
  applicationFiles: filesUnder(filePrefixes.applications),
  publicFiles: filesUnder(filePrefixes.public),
  fileBucket: ({ files }) => ({ service: 's3', arns: [files.bucketArn] }),
  mail: ({ mail }) => ({
    service: 'ses',
    arns: mail.sendingArns,
    conditions: { StringEquals: { 'ses:FromAddress': mail.from } },
  }),
};

const isIndex = (on: PlaceName): on is IndexName => Object.hasOwn(indexes, on);

const placeOf = (resources: Resources, on: PlaceName): Place =>
  isIndex(on)
    ? { service: 'dynamodb', arns: [`${resources.table.tableArn}/index/${on}`] }
    : otherPlaces[on](resources);

/** The policy statements that grant permissions, and nothing more. */
export const statementsFor = (resources: Resources, permissions: readonly Permission[]): PolicyStatement[] =>
  permissions.map(({ action, on }) => {
    const { service, arns, conditions } = placeOf(resources, on);
    return new PolicyStatement({
      actions: [`${service}:${action}`],
      resources: arns,
      ...(conditions && { conditions }),
    });
  });
