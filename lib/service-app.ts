import { App, Validations, type AppProps } from 'aws-cdk-lib';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { ServiceStack, type CodeOf } from './service-stack.ts';
import { stackNameOf } from './stack-names.ts';
import { stageNamed, type Stages } from './stages.ts';

/** Context from the command line and cdk.json takes precedence. */
interface ServiceAppProps extends Pick<AppProps, 'context' | 'outdir'> {
  stages: Stages;
  codeOf: CodeOf;
}

/**
 * The service in the stage that the context names (`-c stage=prod`), or in each stage when it names none, checked
 * against the rules of cdk-nag. Throws StageError when the stage does not exist.
 */
export function serviceApp({ stages, codeOf, context, ...rest }: ServiceAppProps): {
  app: App;
  stacks: ServiceStack[];
} {
  const app = new App({ context: { ...recommendedFlags, ...context }, ...rest });
  const name = app.node.tryGetContext('stage') as string | undefined;
  const chosen = name === undefined ? Object.values(stages) : [stageNamed(stages, name)];
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const stacks = chosen.map((stage) => new ServiceStack(app, stackNameOf(stage.name), { stage, codeOf }));
  return { app, stacks };
}
