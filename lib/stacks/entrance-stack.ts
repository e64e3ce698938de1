import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addFunctions } from '../add-functions.ts';
import { apiRules } from '../alarms/api-alarms.ts';
import { functionRules, quotaRules } from '../alarms/function-alarms.ts';
import { tableRules } from '../alarms/table-alarms.ts';
import { ApiStage } from '../api-stage.ts';
import { budgetOf } from '../budget.ts';
import { functionRows } from '../dashboard/function-graphs.ts';
import { apiRows, businessRow, tableRows } from '../dashboard/service-graphs.ts';
import { HandedOver } from '../handover.ts';
import { addMonitoring } from '../monitoring.ts';
import { addOutputs } from '../outputs.ts';
import { addRoutes } from '../routes.ts';
import { acknowledge } from '../rule-exceptions.ts';
import type { FunctionStackProps } from './function-stack-props.ts';

/**
 * What lets requests in: the stage of the API with its limits and its log, the documentation, and what answers requests
 * for no operation. Watches what all stacks share, too.
 */
export class EntranceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, codeOf }: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${stage.name}: what lets requests in` });
    const data = new HandedOver(this, stage);
    const { api } = data;
    const functions = addFunctions(this, 'entrance', { resources: data, codeOf, stage });
    const routes = addRoutes(this, data, functions);
    const apiStage = new ApiStage(this, 'Http', { api, stage });
    apiStage.node.addDependency(routes);
    const { accessLogs, tooManyRequests } = apiStage;
    acknowledge(apiStage, 'api');
    addMonitoring(this, 'EntranceDashboard', {
      data,
      watch: () => ({
        rules: [
          ...apiRules({ api, tooManyRequests, stage }),
          ...functionRules(functions),
          ...quotaRules(stage),
          ...tableRules(data.table),
        ],
        rows: {
          basic: [...apiRows(api, tooManyRequests, stage), ...tableRows(data.table)],
          full: [businessRow(stage), ...functionRows(functions, stage)],
        },
      }),
      stage,
    });
    if (stage.budgetDollars !== undefined) {
      budgetOf(this, 'Budget', stage.budgetDollars, data.alarmTopic);
    }
    addOutputs(this, {
      AccessLogs: { value: accessLogs.logGroupName, description: 'The log of all requests' },
    });
  }
}
