import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { addFunctions } from '../add-functions.ts';
import { eventLogRules } from '../alarms/event-log-alarms.ts';
import { functionRules } from '../alarms/function-alarms.ts';
import { eventLogRow } from '../dashboard/background-graphs.ts';
import { functionRows } from '../dashboard/function-graphs.ts';
import { deadLetterQueue } from '../dead-letters.ts';
import { recordsFor, scheduleOf } from '../functions.ts';
import { HandedOver } from '../handover.ts';
import { inMaintenance } from '../maintenance.ts';
import { addMonitoring } from '../monitoring.ts';
import { addOutputs } from '../outputs.ts';
import { addRecordMappings } from '../record-mappings.ts';
import { addRoutes } from '../routes.ts';
import { addSchedules, patienceOf } from '../schedules.ts';
import type { FunctionStackProps } from './function-stack-props.ts';

/** What tells of changes: the log of events, which is made of the stream of the table, and who reads it. */
export class EventsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, codeOf, maintenance }: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${stage.name}: what tells of changes` });
    const data = new HandedOver(this, stage);
    const deadLetters = deadLetterQueue(new Construct(this, 'EventLog'));
    const functions = addFunctions(this, 'events', {
      resources: data,
      codeOf,
      stage,
      unansweredBy: (definition) => {
        const schedule = scheduleOf(definition);
        if (schedule) return { queue: deadLetters, called: patienceOf(schedule) };
        return recordsFor(definition).length > 0 ? { queue: deadLetters } : undefined;
      },
    });
    addRoutes(this, data, maintenance === 'on' ? inMaintenance(functions) : functions);
    addOutputs(this, {
      EventDeadLetters: {
        value: deadLetters.queueUrl,
        description: 'Changes that could not be processed, and runs that failed',
      },
    });
    addRecordMappings({ functions, data, deadLetters, maintenance });
    const schedules = addSchedules(new Construct(this, 'EventSchedules'), {
      functions,
      deadLetters,
      stage,
      enabled: maintenance === 'off',
    });
    addMonitoring(this, 'EventsDashboard', {
      data,
      watch: () => ({
        rules: [...functionRules(functions), ...eventLogRules({ functions, schedules, deadLetters, stage })],
        rows: { full: [eventLogRow(functions, deadLetters, stage), ...functionRows(functions, stage)] },
      }),
      stage,
      maintenance,
    });
  }
}
