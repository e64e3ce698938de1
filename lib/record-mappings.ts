import { Duration } from 'aws-cdk-lib';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { RecordsTrigger } from './function-table.ts';
import { recordsFor, scheduleOf, type ServiceFunction } from './functions.ts';
import type { OperationFunction } from './operation-function.ts';

/** Whether the stream alone calls a function. Where a schedule does, too, the stream only hastens what it does. */
export const dependsOnStream = (definition: ServiceFunction): boolean =>
  recordsFor(definition).length > 0 && !scheduleOf(definition);

const filterFor = ({ partition, sort }: RecordsTrigger['records'][number]) =>
  FilterCriteria.filter({
    dynamodb: {
      Keys: { PK: { S: FilterRule.beginsWith(partition) }, SK: { S: FilterRule.beginsWith(sort) } },
    },
  });

interface MappingsProps {
  /** All functions; only some are called with changes of the table. */
  functions: readonly OperationFunction[];
  data: { tableStreamArn: string };
  deadLetters: IQueue;
  maintenance: 'on' | 'off';
}

/** Has Lambda read the stream of the table and call functions with its records. */
export function addRecordMappings({ functions, data, deadLetters, maintenance }: MappingsProps): void {
  for (const { definition, function: handler } of functions) {
    const records = recordsFor(definition);
    if (records.length === 0) continue;
    handler.addEventSourceMapping('Records', {
      eventSourceArn: data.tableStreamArn,
      // Also what was written before the mapping was there.
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: records.map(filterFor),
      // Without a window: a batch forms by itself while the one before is processed.
      batchSize: 100,
      // With more, two batches of one employer would be processed at once.
      parallelizationFactor: 1,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // As often as it takes, while the stream still has the record: it keeps records for 24 hours.
      maxRecordAge: Duration.hours(23),
      ...(dependsOnStream(definition) && {
        onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
      }),
      enabled: maintenance === 'off' || dependsOnStream(definition),
    });
  }
}
