import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Handler } from '../../functions/http/incoming.ts';
import { functionsBehind, routeFinder, type FindRoute, type RouteRow } from './routes.ts';
import type { ScheduledCall } from './schedule.ts';
import { StartFailure } from './start-failure.ts';

const ASSEMBLY = fileURLToPath(new URL('../../dist/cdk', import.meta.url));
const TEMPLATE = join(ASSEMBLY, 'job-posting-service-dev.template.json');

// oxlint-disable-next-line typescript/no-explicit-any -- a template may hold anything
type Resource = { Type: string; Properties: any };

/** What API Gateway and Lambda would serve: routes, and the handlers behind them by function name. */
export interface Deployment {
  functionNames: readonly string[];
  findRoute: FindRoute;
  handlers: (functionName: string) => Promise<Handler>;
  /** What is called by schedules. */
  scheduled: readonly ScheduledCall[];
}

/**
 * The routes and the bundles of the template that `npm run synth` made: the very ones that `cdk deploy` takes. A
 * function goes by the name of its asset. Throws StartFailure when nothing has been synthesised.
 */
export function synthesised(): Deployment {
  if (!existsSync(TEMPLATE)) throw new StartFailure('Nothing is synthesised yet: run npm run synth first.');
  const { Resources } = JSON.parse(readFileSync(TEMPLATE, 'utf8')) as { Resources: Record<string, Resource> };
  const properties = (logicalId: string) => Resources[logicalId]?.Properties;
  const assetOf = ({ 'Fn::GetAtt': [lambda] }: { 'Fn::GetAtt': [string, string] }): string =>
    `asset.${properties(lambda).Code.S3Key.replace(/\.zip$/, '')}`;
  const assetBehind = (target: { 'Fn::Join': [string, [string, { Ref: string }]] }): string =>
    assetOf(properties(target['Fn::Join'][1][1].Ref).IntegrationUri);
  const rows = Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route')
    .map(({ Properties }): RouteRow => ({
      routeKey: Properties.RouteKey,
      functionName: assetBehind(Properties.Target),
    }))
    // API Gateway takes $default only when nothing else fits.
    .toSorted((a, b) => Number(a.routeKey === '$default') - Number(b.routeKey === '$default'));
  const scheduled = Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::Scheduler::Schedule')
    .map(({ Properties: { Target } }): ScheduledCall => ({
      functionName: assetOf(Target.Arn),
      input: JSON.parse(Target.Input),
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
