import type { Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { FunctionStack } from './function-table.ts';
import { functionsIn, type ServiceFunction } from './functions.ts';
import { StageResources } from './stage-resources.ts';
import { OperationFunction, type FailureHandling } from './operation-function.ts';
import { addOutputs, removalPolicyOf } from './resources.ts';
import { createRoles } from './roles.ts';
import { addRoutes } from './routes.ts';
import { acknowledge, acknowledgePrefixes } from './rule-exceptions.ts';
import type { Stage } from './stages.ts';

export type CodeOf = (functionName: string) => Code;

export interface FunctionStackProps {
  stage: Stage;
  codeOf: CodeOf;
  /** When on, the service refuses requests that write, and no schedule runs. */
  maintenance: 'on' | 'off';
}

/** The handling of failed asynchronous calls, for functions that have some. */
type FailureHandlingOf = (definition: ServiceFunction) => FailureHandling | undefined;

export interface FunctionsOfStack {
  data: StageResources;
  functions: OperationFunction[];
  routes: Construct;
}

export function addFunctions(
  stack: Stack,
  part: FunctionStack,
  { stage, codeOf, maintenance }: FunctionStackProps,
  failureHandlingOf?: FailureHandlingOf,
): FunctionsOfStack {
  const data = new StageResources(stack, stage);
  const scope = new Construct(stack, 'Functions');
  const definitions = functionsIn(part);
  acknowledge(scope, 'functions');
  acknowledge(scope, stage.tracing === 'on' ? 'tracing' : 'noTracing');
  if (definitions.some(({ settings }) => settings.includes('FILES_BUCKET'))) {
    acknowledgePrefixes(scope, data.files);
  }
  addOutputs(stack, {
    FunctionLogs: {
      value: `${stack.stackName}-Functions`,
      description: 'The prefix of its logs, one for each group of functions',
    },
  });
  const ownGroups = new Set(definitions.map(({ group }) => group));
  const logs = { retention: stage.logDays, removalPolicy: removalPolicyOf(stage) };
  const logGroups = new Map(
    [...ownGroups].map((group) => [group, new LogGroup(scope, `${group}Logs`, logs)] as const),
  );
  const roleOf = createRoles(scope, stage.name);
  const functions = definitions.map(
    (definition) =>
      new OperationFunction(scope, {
        definition,
        code: codeOf(definition.name),
        logGroup: logGroups.get(definition.group)!,
        roleOf,
        resources: data,
        failureHandling: failureHandlingOf?.(definition),
        stage,
      }),
  );
  return { data, functions, routes: addRoutes(stack, { data, functions, maintenance }) };
}
