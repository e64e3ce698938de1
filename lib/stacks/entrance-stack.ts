import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addFunctions, type FunctionStackProps } from '../add-functions.ts';
import { apiRules } from '../alarms/api-alarms.ts';
import { quotaRules } from '../alarms/function-alarms.ts';
import { tableRules } from '../alarms/table-alarms.ts';
import { ApiStage } from '../api-stage.ts';
import { budgetOf } from '../budget.ts';
import { businessRow, serviceRows } from '../dashboard/service-graphs.ts';
import { addMonitoring } from '../monitoring.ts';
import { addOutputs } from '../outputs.ts';
import { acknowledge } from '../rule-exceptions.ts';

/**
 * What lets requests in: the stage of the API with its limits and its log, the documentation, and what answers requests
 * for no operation. Watches what all stacks share, too.
 */
export class EntranceStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    const { stage } = props;
    super(scope, id, { description: `Job Posting Service, ${stage.name}: what lets requests in` });
    const served = addFunctions(this, 'entrance', props);
    const { data, routes } = served;
    const apiStage = new ApiStage(this, 'Http', { api: data.api, stage });
    apiStage.node.addDependency(routes);
    acknowledge(apiStage, 'api');
    addMonitoring(this, 'EntranceDashboard', served, props, () => {
      const { api, table } = data;
      const { tooManyRequests } = apiStage;
      return {
        rules: [...apiRules({ api, tooManyRequests, stage }), ...quotaRules(stage), ...tableRules(table)],
        rows: { basic: serviceRows(api, tooManyRequests, table), full: [businessRow(stage)] },
      };
    });
    if (stage.budgetDollars !== undefined) {
      budgetOf(this, 'Budget', stage.budgetDollars, data.alarmTopic);
    }
    addOutputs(this, {
      AccessLogs: { value: apiStage.accessLogs.logGroupName, description: 'The log of all requests' },
    });
  }
}
