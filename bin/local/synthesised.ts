import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Handler } from '../../functions/http/incoming.ts';
import type { Period, ScheduledId } from '../../lib/function-table.ts';
import { parts } from '../../lib/stack-names.ts';
import { functionsBehind, routeFinder, type FindRoute, type RouteRow } from './routes.ts';
import type { RecordFunction } from './record-functions.ts';
import type { ScheduledCall } from './schedule.ts';
import { StartFailure } from './start-failure.ts';

const ASSEMBLY = fileURLToPath(new URL('../../dist/cdk', import.meta.url));
const MANIFEST = join(ASSEMBLY, 'manifest.json');

// oxlint-disable-next-line typescript/no-explicit-any -- a template may contain anything
type Resource = { Type: string; Properties: any };

/** The period of a cron expression: the first field after those that say when in the period. */
function periodOf(expression: string): Period {
  const [minute, hour] = expression.replace('cron(', '').split(' ');
  if (minute === '*') return 'minute';
  if (minute?.includes('/')) return 'fiveMinutes';
  return hour === '*' ? 'hour' : 'day';
}

/** The resources of the stacks of a stage, each by logical id: the functions of all stages are the same. */
function stacks(): Record<string, Resource>[] {
  const { artifacts } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    artifacts: Record<string, { type: string; properties?: { templateFile: string } }>;
  };
  return parts.map((part) => {
    const [, stack] = Object.entries(artifacts).find(
      ([name, { type }]) => type === 'aws:cloudformation:stack' && name.endsWith(`-${part}`),
    )!;
    const template = readFileSync(join(ASSEMBLY, stack.properties?.templateFile ?? ''), 'utf8');
    return (JSON.parse(template) as { Resources: Record<string, Resource> }).Resources;
  });
}

/** The operation of a function, by which the logical id of the function is named. */
function operationOf(logicalId: string): ScheduledId {
  const [, name = ''] = /^Functions(\w+)Function[\dA-F]{8}$/.exec(logicalId) ?? [];
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}` as ScheduledId;
}

/** The routes of a stack, the calls of its schedules, and its functions that are called with changes of the table. Functions are named after their assets. */
function partOf(resources: Record<string, Resource>): {
  rows: RouteRow[];
  scheduled: ScheduledCall[];
  recordFunctions: RecordFunction[];
} {
  const properties = (logicalId: string) => resources[logicalId]?.Properties;
  const assetOf = (lambda: string): string => `asset.${properties(lambda).Code.S3Key.replace(/\.zip$/, '')}`;
  /** An integration calls a function, or an alias of one. */
  const assetBehind = (target: { 'Fn::Join': [string, [string, { Ref: string }]] }): string => {
    const { IntegrationUri: uri } = properties(target['Fn::Join'][1][1].Ref);
    return assetOf('Ref' in uri ? properties(uri.Ref).FunctionName.Ref : uri['Fn::GetAtt'][0]);
  };
  const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);
  return {
    rows: ofType('AWS::ApiGatewayV2::Route').map(({ Properties }) => ({
      routeKey: Properties.RouteKey,
      functionName: assetBehind(Properties.Target),
    })),
    scheduled: ofType('AWS::Scheduler::Schedule').map(({ Properties: { ScheduleExpression, Target } }) => ({
      operation: operationOf(Target.Arn['Fn::GetAtt'][0]),
      functionName: assetOf(Target.Arn['Fn::GetAtt'][0]),
      input: JSON.parse(Target.Input),
      every: periodOf(ScheduleExpression),
    })),
    recordFunctions: ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => ({
      functionName: assetOf(Properties.FunctionName.Ref),
      records: Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => {
        const { PK, SK } = JSON.parse(Pattern).dynamodb.Keys;
        return { partition: PK.S[0].prefix, sort: SK.S[0].prefix };
      }),
    })),
  };
}

/** What API Gateway and Lambda would serve: the routes, and their handlers by function name. */
export interface Deployment {
  functionNames: readonly string[];
  findRoute: FindRoute;
  handlers: (functionName: string) => Promise<Handler>;
  /** The calls that schedules make. */
  scheduled: readonly ScheduledCall[];
  /** The functions that are called with changes of the table. */
  recordFunctions: readonly RecordFunction[];
}

/**
 * The routes and bundles in the templates of `npm run synth`, which are those that `cdk deploy` deploys. Throws
 * StartFailure when nothing has been synthesised.
 */
export function synthesised(): Deployment {
  if (!existsSync(MANIFEST))
    throw new StartFailure('There is nothing to serve yet: run npm run synth first.');
  const served = stacks().map(partOf);
  const rows = served.flatMap((part) => part.rows);
  return {
    scheduled: served.flatMap((part) => part.scheduled),
    recordFunctions: served.flatMap((part) => part.recordFunctions),
    functionNames: functionsBehind(rows),
    findRoute: routeFinder(rows),
    handlers: async (functionName) => {
      const bundle = pathToFileURL(join(ASSEMBLY, functionName, 'index.mjs')).href;
      return ((await import(bundle)) as { handler: Handler }).handler;
    },
  };
}
