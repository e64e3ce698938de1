import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { addFunctions, type FunctionStackProps } from '../add-functions.ts';
import { apiRules, deletionRules, tableRules } from '../alarms/api-alarms.ts';
import { quotaRules } from '../alarms/function-alarms.ts';
import { ApiStage } from '../api-stage.ts';
import { businessRow, serviceRows } from '../dashboard.ts';
import { addMonitoring } from '../monitoring.ts';
import { addOutputs } from '../resources.ts';
import { acknowledge } from '../rule-exceptions.ts';

/** The percentages of the budget, spent or forecast for the end of the month, that notify the topic. */
const notices = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/**
 * The monthly budget of the whole account. A budget for one stage would need cost-allocation tags that somebody has to
 * activate, and would never notify the topic until then.
 */
const budgetOf = (scope: Construct, id: string, dollars: number, topic: ITopic): CfnBudget =>
  new CfnBudget(scope, id, {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: dollars, unit: 'USD' } },
    notificationsWithSubscribers: notices.map((notice) => ({
      notification: { ...notice, comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    })),
  });

/**
 * The entrance for requests: the stage of the API with its limits and its log, the documentation, and the responses to
 * unknown paths. Also monitors resources that all stacks share.
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
        rules: [
          ...apiRules({ api, tooManyRequests, stage }),
          ...quotaRules(stage),
          ...tableRules(table),
          ...deletionRules(stage),
        ],
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
