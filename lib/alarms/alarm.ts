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
  /** The least monitoring that has it. With basic monitoring, there are those that an operator would get up for. */
  level: 'basic' | 'full';
  /** What the alarm means. */
  meaning: string;
  action: string;
  metric: IMetric;
  /** The alarm goes off when `reached` of the last `of` periods reach the threshold. */
  threshold: number;
  periods: { reached: number; of: number };
  /** It counts runs: the alarm goes off below the threshold instead, and perhaps when runs that there were end. */
  runs?: { end: 'rings' | 'isIgnored' };
}

/**
 * An alarm of runs that end, of which there is one in each period at least. It has data or none: it rings when it has no
 * data any longer, and so not before the first run.
 */
export const whenRunsEnd = { threshold: 1, periods: { reached: 1, of: 1 }, runs: { end: 'rings' } } as const;

/** The sum of metrics, of which CloudWatch allows at most 10. */
export const sumOf = (metrics: readonly IMetric[], label: string) =>
  new MathExpression({
    // Periods without data are filled: an alarm on a metric of DynamoDB ignores them, whatever it is told, and would never end.
    expression: 'SUM(FILL(METRICS(), 0))',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    label,
    period: PERIOD,
  });

export const once = { reached: 1, of: 1 };
export const lasting = { reached: 2, of: 3 };
export const threeTimes = { reached: 3, of: 3 };

/** An alarm that rings at the first message in a queue of what could not be processed. */
export const deadLetterRule = (queue: Queue, texts: Pick<Rule, 'id' | 'meaning' | 'action'>): Rule => ({
  ...texts,
  level: 'basic',
  metric: messagesIn(queue),
  threshold: 1,
  periods: once,
});

/** What CloudWatch makes of periods without data. */
const withoutData = ({ runs }: Rule) => {
  if (!runs) return TreatMissingData.NOT_BREACHING;
  return runs.end === 'rings' ? TreatMissingData.MISSING : TreatMissingData.IGNORE;
};

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
    const { id, meaning, action: advice, metric, threshold, periods, runs } = rule;
    const alarm = new Alarm(scope, id, {
      alarmDescription: `${meaning} What to do: ${advice}`,
      metric,
      threshold,
      comparisonOperator: runs
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods.of,
      datapointsToAlarm: periods.reached,
      treatMissingData: withoutData(rule),
      actionsEnabled: !(runs && isStill),
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    if (runs?.end === 'rings') alarm.addInsufficientDataAction(action);
    return alarm;
  });
}
