import type { Stack } from 'aws-cdk-lib';
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { addAlarms, type Rule } from './alarms/alarm.ts';
import { addDashboard } from './dashboard/dashboard.ts';
import type { HandedOver } from './handover.ts';
import { addOutputs } from './outputs.ts';
import { monitoringOf, type Stage } from './stages.ts';

interface Watched {
  rules: readonly Rule[];
  /** What the dashboard shows: with basic monitoring, and what else with full monitoring. */
  rows: { basic?: IWidget[][]; full: IWidget[][] };
}

interface MonitoringProps {
  data: HandedOver;
  /** Not called for a stage that nobody watches, whose stacks need not know what would be watched. */
  watch: () => Watched;
  stage: Stage;
  maintenance?: 'on' | 'off';
}

/** Watches a stack, as much as the stage says: its alarms, which the topic of the stage receives, and its dashboard. */
export function addMonitoring(
  stack: Stack,
  dashboardId: string,
  { data, watch, stage, maintenance = 'off' }: MonitoringProps,
): void {
  const level = monitoringOf(stage);
  if (level === 'none') return;
  const { rules, rows } = watch();
  const chosen = rules.filter((rule) => level === 'full' || rule.level === 'basic');
  if (chosen.length === 0) return;
  const scope = new Construct(stack, 'Monitoring');
  const alarms = addAlarms(scope, {
    topic: data.alarmTopic,
    rules: chosen,
    isStill: maintenance === 'on',
  });
  const shown = [...(rows.basic ?? []), ...(level === 'full' ? rows.full : [])];
  if (shown.length === 0) return;
  const { dashboardName } = addDashboard(scope, dashboardId, alarms, shown);
  addOutputs(stack, { Dashboard: { value: dashboardName, description: 'Its dashboard in CloudWatch' } });
}
