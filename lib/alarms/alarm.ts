import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { PERIOD } from '../metrics.ts';

/** An alarm, with what it means and what to do. */
export interface Rule {
  id: string;
  /** What the alarm means. */
  meaning: string;
  action: string;
  metric: IMetric;
  /** The alarm goes off when `reached` of the last `of` periods reach the threshold. */
  threshold: number;
  periods: { reached: number; of: number };
  /** The alarm goes off below the threshold instead, and when there is no data. */
  below?: true;
}

/** The sum of metrics, of which CloudWatch allows at most 10. */
export const sumOf = (metrics: readonly IMetric[], label: string) =>
  new MathExpression({
    // A metric without data counts as 0.
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    label,
    period: PERIOD,
  });

export const once = { reached: 1, of: 1 };
export const lasting = { reached: 2, of: 3 };
export const threeTimes = { reached: 3, of: 3 };

/** Adds alarms. The topic is notified when one starts and when it ends. */
export function addAlarms(scope: Construct, topic: ITopic, rules: readonly Rule[]): Alarm[] {
  const action = new SnsAction(topic);
  return rules.map(({ id, meaning, action: advice, metric, threshold, periods, below }) => {
    const alarm = new Alarm(scope, id, {
      alarmDescription: `${meaning} What to do: ${advice}`,
      metric,
      threshold,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods.of,
      datapointsToAlarm: periods.reached,
      treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  });
}
