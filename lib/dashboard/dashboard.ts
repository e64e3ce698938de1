import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type Alarm,
  type IMetric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { PERIOD } from '../metrics.ts';

/** Sizes of widgets on a dashboard with 24 columns. */
export const FULL = 24;
const HALF = 12;
export const HEIGHT = 7;

/** A graph of metrics, with a second axis for others. */
export const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left, right, width: HALF, height: HEIGHT, period: PERIOD });

/** A dashboard of the operator, which begins with alarms. */
export const addDashboard = (scope: Construct, id: string, alarms: Alarm[], rows: IWidget[][]): Dashboard =>
  new Dashboard(scope, id, {
    widgets: [[new AlarmStatusWidget({ title: 'Alarms', alarms, width: FULL, height: 3 })], ...rows],
  });
