import { App, Validations, type AppProps } from 'aws-cdk-lib';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { ServiceStack, type CodeOf } from './service-stack.ts';
import { stackNameOf } from './stack-names.ts';
import { StageError, stageNamed, type Stages } from './stages.ts';

/** Context from the command line and cdk.json takes precedence. */
interface ServiceAppProps extends Pick<AppProps, 'context' | 'outdir'> {
  stages: Stages;
  codeOf: CodeOf;
}

/** A switch on the command line. Throws StageError when it is neither on nor off. */
function switchIn(app: App, name: string, otherwise: 'on' | 'off'): 'on' | 'off' {
  const value: unknown = app.node.tryGetContext(name) ?? otherwise;
  if (value === 'on' || value === 'off') return value;
  throw new StageError(`-c ${name} must be on or off, not ${String(value)}.`);
}

/**
 * The service in the stage that the context names (`-c stage=prod`), or in each stage when it names none, checked
 * against the rules of cdk-nag; with `-c protection=off`, what is retained is not protected against deletion either.
 * With `-c maintenance=on`, requests that write are refused, and nothing runs on schedule.
 * Throws StageError when there is no such stage, or a switch is neither on nor off.
 */
export function serviceApp({ stages, codeOf, context, ...rest }: ServiceAppProps): {
  app: App;
  stacks: ServiceStack[];
} {
  const app = new App({ context: { ...recommendedFlags, ...context }, ...rest });
  const name = app.node.tryGetContext('stage') as string | undefined;
  const chosen = name === undefined ? Object.values(stages) : [stageNamed(stages, name)];
  const protection = switchIn(app, 'protection', 'on');
  const maintenance = switchIn(app, 'maintenance', 'off');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const stacks = chosen.map(
    (stage) => new ServiceStack(app, stackNameOf(stage.name), { stage, codeOf, protection, maintenance }),
  );
  return { app, stacks };
}
