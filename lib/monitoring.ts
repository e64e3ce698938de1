import type { Stack } from 'aws-cdk-lib';
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { FunctionStackProps, FunctionsOfStack } from './add-functions.ts';
import { addAlarms, type AlarmRule } from './alarms/alarm.ts';
import { functionRules } from './alarms/function-alarms.ts';
import { addDashboard, functionRows } from './dashboard.ts';
import { addOutputs } from './resources.ts';
import { monitoringOf } from './stages.ts';

/** Alarms and graphs beyond those of a stack's functions. */
interface StackMonitoring {
  rules?: readonly AlarmRule[];
  /** Rows of the dashboard; full monitoring has both kinds. */
  rows?: { basic?: IWidget[][]; full?: IWidget[][] };
}

/**
 * Adds the alarms and the dashboard of a stack at the monitoring level of the stage. Without monitoring, `watch` is not
 * called, so it may use resources that only monitored stages have.
 */
export function addMonitoring(
  stack: Stack,
  dashboardId: string,
  { data, functions }: FunctionsOfStack,
  { stage, maintenance }: FunctionStackProps,
  watch: () => StackMonitoring = () => ({}),
): void {
  const level = monitoringOf(stage);
  if (level === 'none') return;
  const { rules = [], rows: { basic = [], full = [] } = {} } = watch();
  // Excludes the deployment's own functions, because the deployment fails if they fail.
  const watched = functions.filter(({ definition }) => definition.trigger !== 'deployment');
  const chosen = [...rules, ...functionRules(watched)].filter(
    (rule) => level === 'full' || rule.level === 'basic',
  );
  if (chosen.length === 0) return;
  const scope = new Construct(stack, 'Monitoring');
  const alarms = addAlarms(scope, {
    topic: data.alarmTopic,
    rules: chosen,
    isMaintenance: maintenance === 'on',
  });
  const widgets = [...basic, ...(level === 'full' ? [...full, ...functionRows(watched, stage)] : [])];
  if (widgets.length === 0) return;
  const { dashboardName } = addDashboard(scope, dashboardId, alarms, widgets);
  addOutputs(stack, { Dashboard: { value: dashboardName, description: 'Its dashboard in CloudWatch' } });
}
