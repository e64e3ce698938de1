import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Handler } from '../../functions/http/incoming.ts';
import type { Period } from '../../lib/function-table.ts';
import { functionsBehind, routeFinder, type FindRoute, type RouteRow } from './routes.ts';
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

/** The file of the template of a stage: the functions of all stages are the same. */
function templateFile(): string {
  const { artifacts } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    artifacts: Record<string, { type: string; properties?: { templateFile: string } }>;
  };
  const stack = Object.values(artifacts).find(({ type }) => type === 'aws:cloudformation:stack');
  return join(ASSEMBLY, stack?.properties?.templateFile ?? '');
}

/** What API Gateway and Lambda would serve: the routes, and their handlers by function name. */
export interface Deployment {
  functionNames: readonly string[];
  findRoute: FindRoute;
  handlers: (functionName: string) => Promise<Handler>;
  /** The calls that schedules make. */
  scheduled: readonly ScheduledCall[];
}

/**
 * The routes and bundles in the template of `npm run synth`, which are those that `cdk deploy` deploys. Functions are
 * named after their assets. Throws StartFailure when nothing has been synthesised.
 */
export function synthesised(): Deployment {
  if (!existsSync(MANIFEST))
    throw new StartFailure('There is nothing to serve yet: run npm run synth first.');
  const { Resources } = JSON.parse(readFileSync(templateFile(), 'utf8')) as {
    Resources: Record<string, Resource>;
  };
  const properties = (logicalId: string) => Resources[logicalId]?.Properties;
  const assetOf = (lambda: string): string => `asset.${properties(lambda).Code.S3Key.replace(/\.zip$/, '')}`;
  /** An integration calls a function, or an alias of one. */
  const assetBehind = (target: { 'Fn::Join': [string, [string, { Ref: string }]] }): string => {
    const { IntegrationUri: uri } = properties(target['Fn::Join'][1][1].Ref);
    return assetOf('Ref' in uri ? properties(uri.Ref).FunctionName.Ref : uri['Fn::GetAtt'][0]);
  };
  const rows = Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route')
    .map(({ Properties }): RouteRow => ({
      routeKey: Properties.RouteKey,
      functionName: assetBehind(Properties.Target),
    }));
  const scheduled = Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::Scheduler::Schedule')
    .map(({ Properties: { ScheduleExpression, Target } }): ScheduledCall => ({
      functionName: assetOf(Target.Arn['Fn::GetAtt'][0]),
      input: JSON.parse(Target.Input),
      every: periodOf(ScheduleExpression),
    }));
  return {
    scheduled,
    functionNames: functionsBehind(rows),
    findRoute: routeFinder(rows),
    handlers: async (functionName) => {
      const bundle = pathToFileURL(join(ASSEMBLY, functionName, 'index.mjs')).href;
      return ((await import(bundle)) as { handler: Handler }).handler;
    },
  };
}
