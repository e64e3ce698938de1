import { CustomResource, Stack, type CfnResource } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { addFunctions, type FunctionStackProps } from '../add-functions.ts';
import { eventLogRules } from '../alarms/event-log-alarms.ts';
import { eventLogRow } from '../dashboard.ts';
import { deadLetterQueue } from '../dead-letters.ts';
import { addOutputs } from '../resources.ts';
import { scheduleOf, writesKeys } from '../functions.ts';
import { addMonitoring } from '../monitoring.ts';
import { addRecordMappings, dependsOnStream } from '../record-mappings.ts';
import { addSchedules, retryPolicyOf } from '../schedules.ts';

/** The log of events, which is built from the stream of the table, and its readers; partners and keys. */
export class EventsStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    const { stage, maintenance } = props;
    super(scope, id, {
      description: `Job Posting Service, ${stage.name}: events, webhooks, partners and keys`,
    });
    const deadLetters = deadLetterQueue(new Construct(this, 'EventLog'));
    const served = addFunctions(this, 'events', props, (definition) => {
      const schedule = scheduleOf(definition);
      if (schedule) return { queue: undefined, retries: retryPolicyOf(schedule) };
      return dependsOnStream(definition) ? { queue: deadLetters } : undefined;
    });
    const { data, functions } = served;
    // As with the order of stacks: the functions here that check what a key may do come first.
    const { issuing = [], checking = [] } = Object.groupBy(functions, ({ definition }) =>
      writesKeys(definition) ? 'issuing' : 'checking',
    );
    for (const { node } of issuing) node.addDependency(...checking.map((each) => each.function));
    const creator = functions.find(({ definition }) => definition.trigger === 'deployment')!;
    const signingSecret = new CustomResource(this, 'SigningSecret', {
      serviceToken: creator.function.functionArn,
      // CloudFormation calls the function again for a restored table, because its name differs.
      properties: { TableName: data.table.tableName },
    });
    // CustomResource writes `serviceTimeout` as text, which the template validator reports.
    (signingSecret.node.defaultChild as CfnResource).addPropertyOverride('ServiceTimeout', 300);
    addOutputs(this, {
      EventDeadLetters: {
        value: deadLetters.queueUrl,
        description: 'Changes that could not be processed',
      },
    });
    addRecordMappings({ functions, data, deadLetters, maintenance });
    addSchedules(new Construct(this, 'EventSchedules'), {
      functions,
      stage,
      enabled: maintenance === 'off',
    });
    addMonitoring(this, 'EventsDashboard', served, props, () => ({
      rules: eventLogRules({ functions, deadLetters, stage }),
      rows: { full: [eventLogRow(stage)] },
    }));
  }
}
