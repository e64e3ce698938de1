import { App, Validations, type AppProps, type Stack } from 'aws-cdk-lib';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { CodeOf } from './add-functions.ts';
import { stackParts, stackNameOf, type StackPart } from './stack-names.ts';
import { BackgroundStack } from './stacks/background-stack.ts';
import { CandidatesStack } from './stacks/candidates-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EmployersStack } from './stacks/employers-stack.ts';
import { EntranceStack } from './stacks/entrance-stack.ts';
import { EventsStack } from './stacks/events-stack.ts';
import { StageError, findStage, type Stage, type Stages } from './stages.ts';

/** Context from the command line and cdk.json takes precedence. */
interface ServiceAppProps extends Pick<AppProps, 'context' | 'outdir'> {
  stages: Stages;
  codeOf: CodeOf;
}

export type StageStacks = Record<StackPart, Stack>;

/** Reads `-c maintenance=on|off`. Throws StageError for other values. */
function maintenanceIn(app: App): 'on' | 'off' {
  const value: unknown = app.node.tryGetContext('maintenance') ?? 'off';
  if (value === 'on' || value === 'off') return value;
  throw new StageError(`-c maintenance must be on or off, not ${String(value)}.`);
}

/** Creates the stacks of a stage, which are deployed one after another. */
function stacksOf(app: App, stage: Stage, codeOf: CodeOf): StageStacks {
  const name = (part: StackPart) => stackNameOf(stage.name, part);
  const withFunctions = { stage, codeOf, maintenance: maintenanceIn(app) };
  const stacks = {
    data: new DataStack(app, name('data'), stage),
    employers: new EmployersStack(app, name('employers'), withFunctions),
    candidates: new CandidatesStack(app, name('candidates'), withFunctions),
    background: new BackgroundStack(app, name('background'), withFunctions),
    events: new EventsStack(app, name('events'), withFunctions),
    entrance: new EntranceStack(app, name('entrance'), withFunctions),
  };
  for (const [index, part] of stackParts.slice(1).entries())
    stacks[part].addStackDependency(stacks[stackParts[index]!]);
  return stacks;
}

/**
 * Creates the app with one stage (`-c stage=prod`) or with all, and checks it by the rules of cdk-nag. With `-c
 * maintenance=on`, the service refuses requests that write, and no schedule runs. Throws StageError for an unknown
 * stage or value.
 */
export function serviceApp({ stages, codeOf, context, ...rest }: ServiceAppProps): {
  app: App;
  stacks: StageStacks[];
} {
  const app = new App({ context: { ...recommendedFlags, ...context }, ...rest });
  const name = app.node.tryGetContext('stage') as string | undefined;
  const chosen = name === undefined ? Object.values(stages) : [findStage(stages, name)];
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return { app, stacks: chosen.map((stage) => stacksOf(app, stage, codeOf)) };
}
