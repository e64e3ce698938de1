import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** The topic is told when this much of the budget is spent, or will be by the end of the month, in percent. */
const notices = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/**
 * What the account may cost a month. It counts the whole account: costs by stage would only be known after somebody has
 * activated tags for them, and until then the budget would never ring.
 */
export const budgetOf = (scope: Construct, id: string, dollars: number, topic: ITopic): CfnBudget =>
  new CfnBudget(scope, id, {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: dollars, unit: 'USD' } },
    notificationsWithSubscribers: notices.map((notice) => ({
      notification: { ...notice, comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    })),
  });
