import { Duration } from 'aws-cdk-lib';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { RecordsTrigger } from './function-table.ts';
import { recordFiltersOf, scheduleOf, type ServiceFunction } from './functions.ts';
import type { OperationFunction } from './operation-function.ts';

/** Whether only the stream calls a function. With a schedule, the stream just starts the same work earlier. */
export const dependsOnStream = (definition: ServiceFunction): boolean =>
  recordFiltersOf(definition).length > 0 && !scheduleOf(definition);

const toFilter = ({ partition, sort }: RecordsTrigger['records'][number]) =>
  FilterCriteria.filter({
    dynamodb: {
      Keys: { PK: { S: FilterRule.beginsWith(partition) }, SK: { S: FilterRule.beginsWith(sort) } },
    },
  });

interface MappingsProps {
  functions: readonly OperationFunction[];
  data: { tableStreamArn: string };
  deadLetters: IQueue;
  maintenance: 'on' | 'off';
}

export function addRecordMappings({ functions, data, deadLetters, maintenance }: MappingsProps): void {
  for (const { definition, function: handler } of functions) {
    const records = recordFiltersOf(definition);
    if (records.length === 0) continue;
    handler.addEventSourceMapping('Records', {
      eventSourceArn: data.tableStreamArn,
      // TRIM_HORIZON includes changes from before the mapping existed.
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: records.map(toFilter),
      // No batching window: a batch accumulates while the function processes the one before.
      batchSize: 100,
      // A higher factor would process two batches of one employer in parallel.
      parallelizationFactor: 1,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // Retries last until just before the stream drops the record after 24 hours.
      maxRecordAge: Duration.hours(23),
      ...(dependsOnStream(definition) && {
        onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
      }),
      enabled: maintenance === 'off' || dependsOnStream(definition),
    });
  }
}
