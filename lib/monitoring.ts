import type { Stack } from 'aws-cdk-lib';
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { FunctionStackProps, Served } from './add-functions.ts';
import { addAlarms, type Rule } from './alarms/alarm.ts';
import { functionRules } from './alarms/function-alarms.ts';
import { addDashboard } from './dashboard/dashboard.ts';
import { functionRows } from './dashboard/function-graphs.ts';
import { addOutputs } from './outputs.ts';
import { monitoringOf } from './stages.ts';

/** What is watched besides the functions of a stack. */
interface Watched {
  rules?: readonly Rule[];
  /** What the dashboard shows: with basic monitoring, and what else with full monitoring. */
  rows?: { basic?: IWidget[][]; full?: IWidget[][] };
}

/**
 * Watches a stack, as much as the stage says: its alarms, which the topic of the stage receives, and its dashboard.
 * `watch` is not called for a stage that nobody watches, whose stacks need not know what would be watched.
 */
export function addMonitoring(
  stack: Stack,
  dashboardId: string,
  { data, functions }: Served,
  { stage, maintenance }: FunctionStackProps,
  watch: () => Watched = () => ({}),
): void {
  const level = monitoringOf(stage);
  if (level === 'none') return;
  const { rules = [], rows: { basic = [], full = [] } = {} } = watch();
  // Without the functions of a deployment, which fails with them.
  const watched = functions.filter(({ definition }) => definition.trigger !== 'deployment');
  const chosen = [...rules, ...functionRules(watched)].filter(
    (rule) => level === 'full' || rule.level === 'basic',
  );
  if (chosen.length === 0) return;
  const scope = new Construct(stack, 'Monitoring');
  const alarms = addAlarms(scope, {
    topic: data.alarmTopic,
    rules: chosen,
    isStill: maintenance === 'on',
  });
  const shown = [...basic, ...(level === 'full' ? [...full, ...functionRows(watched, stage)] : [])];
  if (shown.length === 0) return;
  const { dashboardName } = addDashboard(scope, dashboardId, alarms, shown);
  addOutputs(stack, { Dashboard: { value: dashboardName, description: 'Its dashboard in CloudWatch' } });
}
