import { rareMetrics } from '../../lib/metrics.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a template may hold anything
type Properties = Record<string, any>;

/** Resources of CloudFormation, by logical id. */
export type Resources = Readonly<Record<string, { Type: string; Properties?: Properties }>>;

const ofType = (resources: Resources, type: string): Properties[] =>
  Object.values(resources).flatMap(({ Type, Properties = {} }) => (Type === type ? [Properties] : []));

const OWN = 'JobPostingService/';

/** The number of the service's own metrics in alarms and dashboards that are written all the time. */
function customMetricsOf(resources: Resources): number {
  const ofAlarms = ofType(resources, 'AWS::CloudWatch::Alarm').flatMap(({ Metrics = [], ...alarm }) => [
    alarm,
    ...(Metrics as Properties[]).map(({ MetricStat }) => MetricStat?.Metric ?? {}),
  ]);
  const alarmMetrics = ofAlarms.flatMap(({ Namespace, MetricName, Dimensions = [] }) =>
    String(Namespace).startsWith(OWN) && !rareMetrics.has(String(MetricName))
      ? [[Namespace, MetricName, ...(Dimensions as Properties[]).flatMap(({ Name, Value }) => [Name, Value])]]
      : [],
  );
  const dashboards = JSON.stringify(ofType(resources, 'AWS::CloudWatch::Dashboard')).replaceAll('\\', '');
  const dashboardMetrics = [
    ...dashboards.matchAll(new RegExp(`"${OWN}[\\w-]+","(\\w+)"(?:,"\\w+")+`, 'g')),
  ].flatMap(([metric, name = '']) => (rareMetrics.has(name) ? [] : [metric]));
  return new Set([
    ...alarmMetrics.map((metric) => metric.map((part) => `"${part}"`).join(',')),
    ...dashboardMetrics,
  ]).size;
}

/** The number of Contributor Insights rules: one for the partition keys of each table and index, and one for its full keys. */
const throttleRulesOf = (resources: Resources) =>
  ofType(resources, 'AWS::DynamoDB::Table')
    .flatMap(({ GlobalSecondaryIndexes = [], ...table }) => [
      table,
      ...(GlobalSecondaryIndexes as Properties[]),
    ])
    .filter(({ ContributorInsightsSpecification }) => ContributorInsightsSpecification?.Enabled)
    .reduce((sum, { KeySchema }) => sum + KeySchema.length, 0);

/** The fixed resources of a stage, counted in its templates. */
export const fixedResourcesIn = (resources: Resources) => ({
  alarms: ofType(resources, 'AWS::CloudWatch::Alarm').length,
  alarmMetrics: ofType(resources, 'AWS::CloudWatch::Alarm').reduce(
    (sum, { Metrics = [{ MetricStat: {} }] }) =>
      sum + (Metrics as Properties[]).filter(({ MetricStat }) => MetricStat).length,
    0,
  ),
  customMetrics: customMetricsOf(resources),
  dashboards: ofType(resources, 'AWS::CloudWatch::Dashboard').length,
  keys: ofType(resources, 'AWS::KMS::Key').length,
  roles: ofType(resources, 'AWS::IAM::Role').length,
  throttleRules: throttleRulesOf(resources),
  /** Whether the canary runs on a schedule. */
  isTried: ofType(resources, 'AWS::Scheduler::Schedule').some(
    ({ Target, State }) => JSON.stringify(Target).includes('RunCanary') && State === 'ENABLED',
  ),
});

export interface Standing extends ReturnType<typeof fixedResourcesIn> {
  /** Whether CloudFront is in front of the public pages. */
  hasSite: boolean;
}
