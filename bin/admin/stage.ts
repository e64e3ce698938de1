import { CloudFormationClient, DescribeStacksCommand, type Output } from '@aws-sdk/client-cloudformation';
import { settingOutputs, stackNameOf } from '../../lib/stack-names.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { Failure } from './failures.ts';

/** The time limit for describing a stack with all retries, in milliseconds. */
const TIME_LIMIT_MILLIS = 10_000;

/** The outputs of a stack by name. Throws Failure when the stack does not exist or is not deployed. */
async function outputsOf(stackName: string, stage: string): Promise<Map<string, string>> {
  const client = new CloudFormationClient();
  const deploy = `Deploy it with npx cdk deploy --all -c stage=${stage}, or check AWS_REGION and AWS_PROFILE.`;
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }), {
      abortSignal: AbortSignal.timeout(TIME_LIMIT_MILLIS),
    });
    const outputs = (stack?.Outputs ?? []).map(
      ({ OutputKey = '', OutputValue = '' }: Output): [string, string] => [OutputKey, OutputValue],
    );
    if (outputs.length === 0) {
      throw new Failure(`The stack ${stackName} is not deployed: it is ${stack?.StackStatus}. ${deploy}`);
    }
    return new Map(outputs);
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== 'ValidationError' || !message.includes('does not exist')) throw error;
    const region = await client.config.region();
    throw new Failure(`There is no stage ${stage}: ${region} has no stack ${stackName}. ${deploy}`, {
      cause: error,
    });
  } finally {
    client.destroy();
  }
}

/**
 * Sets the settings of a stage from the outputs of its data stack, overriding the environment, and returns the URL of
 * its service. Throws Failure when the stage is not deployed.
 */
export async function useStage(stage: string): Promise<string> {
  const stackName = stackNameOf(stage, 'data');
  const outputs = await outputsOf(stackName, stage);
  for (const [output, name] of Object.entries(settingOutputs)) {
    const value = outputs.get(output);
    if (value === undefined) {
      throw new Failure(
        `The stack ${stackName} has no output ${output}: deploy this version of the service.`,
      );
    }
    process.env[name] = value;
  }
  return new URL(BASE_PATH, outputs.get('Url')).href;
}
