import { App, Validations, type AppProps } from 'aws-cdk-lib';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { ServiceStack, type CodeOf } from './service-stack.ts';
import { stageNamed } from './stages.ts';

/** Context from the command line and cdk.json takes precedence. */
interface ServiceAppProps extends Pick<AppProps, 'context' | 'outdir'> {
  codeOf: CodeOf;
}

/**
 * The service in the stage that the context names (`-c stage=prod`; dev by default), checked against the rules of
 * cdk-nag. Throws when the stage does not exist.
 */
export function serviceApp({ codeOf, context, ...rest }: ServiceAppProps): { app: App; stack: ServiceStack } {
  const app = new App({ context: { ...recommendedFlags, ...context }, ...rest });
  const stage = stageNamed(String(app.node.tryGetContext('stage') ?? 'dev'));
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return { app, stack: new ServiceStack(app, `job-posting-service-${stage.name}`, { stage, codeOf }) };
}
