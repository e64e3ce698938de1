import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { addAlarms, type Rule } from './alarms/alarm.ts';
import { addDashboard } from './dashboard/dashboard.ts';

interface MonitoringProps {
  topic: ITopic;
  rules: readonly Rule[];
  rows: IWidget[][];
}

/** Watches a stack: its alarms, which the topic receives, and its dashboard. */
export function addMonitoring(
  stack: Stack,
  dashboardId: string,
  { topic, rules, rows }: MonitoringProps,
): void {
  const monitoring = new Construct(stack, 'Monitoring');
  const alarms = addAlarms(monitoring, topic, rules);
  const { dashboardName } = addDashboard(monitoring, dashboardId, alarms, rows);
  // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
  new CfnOutput(stack, 'Dashboard', { value: dashboardName, description: 'Its dashboard in CloudWatch' });
}
