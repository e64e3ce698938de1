import type { KeySchemaElement } from '@aws-sdk/client-dynamodb';
import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ContributorInsightsMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
  type Attribute,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { tableDefinition, timeToLive } from '../functions/platform/dynamodb/table.ts';
import { removalPolicyOf } from './resources.ts';
import { monitoringOf, type Stage } from './stages.ts';

const definition = tableDefinition('');

const attributeTypes = { S: AttributeType.STRING, N: AttributeType.NUMBER, B: AttributeType.BINARY } as const;

function attribute(name: string): Attribute {
  const { AttributeType: type } =
    definition.AttributeDefinitions?.find(({ AttributeName }) => AttributeName === name) ?? {};
  if (type === undefined) throw new Error(`The key design gives no type for ${name}.`);
  return { name, type: attributeTypes[type] };
}

function keyOf(schema: readonly KeySchemaElement[] = []): { partitionKey: Attribute; sortKey: Attribute } {
  const [partition = '', sort = ''] = schema.map(({ AttributeName = '' }) => AttributeName);
  return { partitionKey: attribute(partition), sortKey: attribute(sort) };
}

export function jobTable(scope: Construct, stage: Stage): Table {
  const { restoredTable, maxOnDemandThroughput: { readUnits, writeUnits } = {} } = stage;
  // DynamoDB counts and throttles the table and each index separately.
  const throughputSettings = {
    ...(readUnits !== undefined && { maxReadRequestUnits: readUnits }),
    ...(writeUnits !== undefined && { maxWriteRequestUnits: writeUnits }),
    // Shows throttled keys, which distinguishes a busy employer from a quota.
    ...(monitoringOf(stage) === 'full' && {
      contributorInsightsSpecification: { enabled: true, mode: ContributorInsightsMode.THROTTLED_KEYS },
    }),
  };
  const table = new Table(scope, restoredTable === undefined ? 'Table' : `Table-${restoredTable}`, {
    ...keyOf(definition.KeySchema),
    ...throughputSettings,
    timeToLiveAttribute: timeToLive,
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    billingMode: BillingMode.PAY_PER_REQUEST,
    // Unlike with the default encryption, CloudTrail records the use of this account's key.
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: stage.recoveryDays,
    },
    deletionProtection: stage.retainData,
    ...(restoredTable === undefined
      ? { removalPolicy: removalPolicyOf(stage) }
      : // A failed deployment that imports the table must not delete it.
        { tableName: restoredTable, removalPolicy: RemovalPolicy.RETAIN }),
  });
  for (const { IndexName = '', KeySchema, Projection } of definition.GlobalSecondaryIndexes ?? []) {
    const { NonKeyAttributes } = Projection ?? {};
    table.addGlobalSecondaryIndex({
      indexName: IndexName,
      ...throughputSettings,
      ...keyOf(KeySchema),
      ...(NonKeyAttributes
        ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: NonKeyAttributes }
        : { projectionType: ProjectionType.KEYS_ONLY }),
    });
  }
  return table;
}
