import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { addAlarms, type Rule } from './alarms/alarm.ts';
import { addDashboard } from './dashboard/dashboard.ts';
import { alarmTopicOf } from './resources.ts';
import type { Stage } from './stages.ts';

interface MonitoringProps {
  rules: readonly Rule[];
  rows: IWidget[][];
  stage: Stage;
}

/** Watches a stack: its alarms, which the topic of the stage receives, and its dashboard. */
export function addMonitoring(
  stack: Stack,
  dashboardId: string,
  { rules, rows, stage }: MonitoringProps,
): void {
  const monitoring = new Construct(stack, 'Monitoring');
  const alarms = addAlarms(monitoring, alarmTopicOf(monitoring, stage), rules);
  const { dashboardName } = addDashboard(monitoring, dashboardId, alarms, rows);
  // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
  new CfnOutput(stack, 'Dashboard', { value: dashboardName, description: 'Its dashboard in CloudWatch' });
}
