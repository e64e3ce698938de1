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
export interface Rule {
  id: string;
  /** Whether basic monitoring has it: an operator would get up for it. */
  level?: 'basic';
  /** What the alarm means. */
  meaning: string;
  action: string;
  metric: IMetric;
  /** The alarm goes off when `reached` of the last `of` periods reach the threshold: by default, when one reaches 1. */
  threshold?: number;
  periods?: { reached: number; of: number };
  /**
   * It counts runs that end, of which there is one in each period at least. It has data or none: it rings when it has no
   * data any longer, and so not before the first run.
   */
  countsRuns?: true;
}

/** The sum of metrics, of which CloudWatch allows at most 10. */
export const sumOf = (metrics: readonly IMetric[], label: string) =>
  new MathExpression({
    // Periods without data are filled: an alarm on a metric of DynamoDB ignores them, whatever it is told, and would never end.
    expression: 'SUM(FILL(METRICS(), 0))',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    label,
    period: PERIOD,
  });

const once = { reached: 1, of: 1 };
export const lasting = { reached: 2, of: 3 };
export const threeTimes = { reached: 3, of: 3 };

/** An alarm that rings at the first message in a queue of what could not be processed. */
export const deadLetterRule = (queue: Queue, texts: Pick<Rule, 'id' | 'meaning' | 'action'>): Rule => ({
  ...texts,
  level: 'basic',
  metric: messagesIn(queue),
});

interface AlarmsProps {
  topic: ITopic;
  rules: readonly Rule[];
  /** Whether nothing runs on schedule, which is nothing to be told about. */
  isStill: boolean;
}

/** Adds alarms. The topic is notified when one starts and when it ends. */
export function addAlarms(scope: Construct, { topic, rules, isStill }: AlarmsProps): Alarm[] {
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
      actionsEnabled: !(countsRuns && isStill),
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    if (countsRuns) alarm.addInsufficientDataAction(action);
    return alarm;
  });
}
