import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { messagesIn, PERIOD } from '../metrics.ts';

/** An alarm, with what it means and what to do. */
export interface AlarmRule {
  id: string;
  /** `basic` if basic monitoring includes the alarm, because the alarm justifies waking an operator. */
  level?: 'basic';
  meaning: string;
  action: string;
  metric: IMetric;
  /** The alarm goes off when `reached` of the last `of` periods reach the threshold: by default, when one reaches 1. */
  threshold?: number;
  periods?: { reached: number; of: number };
  /**
   * The metric counts runs, of which each period has at least one. The alarm rings when data stops, so not before the
   * first run.
   */
  countsRuns?: true;
}

/** The sum of metrics, of which CloudWatch allows at most 10. */
export const sumOf = (metrics: readonly IMetric[], label: string) =>
  new MathExpression({
    // FILL, because alarms on metrics of DynamoDB ignore periods without data and would never end.
    expression: 'SUM(FILL(METRICS(), 0))',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    label,
    period: PERIOD,
  });

const once = { reached: 1, of: 1 };
export const twoOfThree = { reached: 2, of: 3 };
export const threeOfThree = { reached: 3, of: 3 };

/** An alarm that goes off at the first message in a dead-letter queue. */
export const deadLetterRule = (
  queue: Queue,
  texts: Pick<AlarmRule, 'id' | 'meaning' | 'action'>,
): AlarmRule => ({
  ...texts,
  level: 'basic',
  metric: messagesIn(queue),
});

interface AlarmsProps {
  topic: ITopic;
  rules: readonly AlarmRule[];
  /** Whether the service is in maintenance: then no schedule runs, and missing runs raise no alarm. */
  isMaintenance: boolean;
}

/** Adds alarms, which notify the topic when they start and when they end. */
export function addAlarms(scope: Construct, { topic, rules, isMaintenance }: AlarmsProps): Alarm[] {
  const action = new SnsAction(topic);
  return rules.map((rule) => {
    const { id, meaning, action: advice, metric, threshold = 1, periods = once, countsRuns } = rule;
    const alarm = new Alarm(scope, id, {
      alarmDescription: `${meaning} What to do: ${advice}`,
      metric,
      threshold,
      comparisonOperator: countsRuns
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods.of,
      datapointsToAlarm: periods.reached,
      treatMissingData: countsRuns ? TreatMissingData.MISSING : TreatMissingData.NOT_BREACHING,
      actionsEnabled: !(countsRuns && isMaintenance),
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    if (countsRuns) alarm.addInsufficientDataAction(action);
    return alarm;
  });
}
