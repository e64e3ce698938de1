import type { Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionStack } from './function-table.ts';
import { functionsIn, type ServiceFunction } from './functions.ts';
import { HandedOver } from './handover.ts';
import { OperationFunction } from './operation-function.ts';
import { addOutputs } from './outputs.ts';
import { addRoutes } from './routes.ts';
import { acknowledge, acknowledgePrefixes } from './rule-exceptions.ts';
import type { Stage } from './stages.ts';
import type { Unanswered } from './unanswered.ts';

/** Returns the bundle of a function, by its name. */
export type CodeOf = (functionName: string) => Code;

/** What a stack with functions is made of. */
export interface FunctionStackProps {
  stage: Stage;
  codeOf: CodeOf;
  /** Whether requests that write are refused, and nothing runs on schedule. */
  maintenance: 'on' | 'off';
}

/** What becomes of an event that a function cannot process, if nobody waits for it. */
type UnansweredBy = (definition: ServiceFunction) => Unanswered | undefined;

/** The functions of a stack, behind their routes, and what they work with. */
export interface Served {
  data: HandedOver;
  functions: OperationFunction[];
  routes: Construct;
}

/** Adds the functions of a stack and their routes. */
export function addFunctions(
  stack: Stack,
  which: FunctionStack,
  { stage, codeOf, maintenance }: FunctionStackProps,
  unansweredBy?: UnansweredBy,
): Served {
  const data = new HandedOver(stack, stage);
  const scope = new Construct(stack, 'Functions');
  const definitions = functionsIn(which);
  acknowledge(scope, 'functions');
  acknowledge(scope, stage.tracing === 'on' ? 'tracing' : 'noTracing');
  if (definitions.some(({ settings }) => settings.includes('FILES_BUCKET'))) {
    acknowledgePrefixes(scope, data.files);
  }
  addOutputs(stack, {
    FunctionLogs: {
      value: `${stack.stackName}-Functions`,
      description: 'What the names of the logs of its functions begin with',
    },
  });
  const functions = definitions.map(
    (definition) =>
      new OperationFunction(scope, {
        definition,
        code: codeOf(definition.name),
        resources: data,
        unanswered: unansweredBy?.(definition),
        stage,
      }),
  );
  return { data, functions, routes: addRoutes(stack, { data, functions, maintenance }) };
}
