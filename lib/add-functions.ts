import type { Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionStack } from './function-table.ts';
import { functionsIn, type ServiceFunction } from './functions.ts';
import { OperationFunction } from './operation-function.ts';
import { addOutputs } from './outputs.ts';
import type { Resources } from './resources.ts';
import { acknowledge, acknowledgePrefixes } from './rule-exceptions.ts';
import type { Stage } from './stages.ts';
import type { Unanswered } from './unanswered.ts';

/** Returns the bundle of a function, by its name. */
export type CodeOf = (functionName: string) => Code;

interface FunctionsProps {
  resources: Resources;
  codeOf: CodeOf;
  stage: Stage;
  /** What becomes of an event that a function cannot process, if nobody waits for it. */
  unansweredBy?: (definition: ServiceFunction) => Unanswered | undefined;
}

/** Adds the functions of a stack. */
export function addFunctions(
  stack: Stack,
  which: FunctionStack,
  { resources, codeOf, stage, unansweredBy }: FunctionsProps,
): OperationFunction[] {
  const scope = new Construct(stack, 'Functions');
  const definitions = functionsIn(which);
  acknowledge(scope, 'functions');
  acknowledge(scope, stage.tracing === 'on' ? 'tracing' : 'noTracing');
  if (definitions.some(({ settings }) => settings.includes('FILES_BUCKET'))) {
    acknowledgePrefixes(scope, resources.files);
  }
  addOutputs(stack, {
    FunctionLogs: {
      value: `${stack.stackName}-Functions`,
      description: 'What the names of the logs of its functions begin with',
    },
  });
  return definitions.map(
    (definition) =>
      new OperationFunction(scope, {
        definition,
        code: codeOf(definition.name),
        resources,
        unanswered: unansweredBy?.(definition),
        stage,
      }),
  );
}
