import { CfnOutput, type CfnOutputProps, type Stack } from 'aws-cdk-lib';

/** Adds outputs to a stack, by name, which a deployment prints. */
export function addOutputs(stack: Stack, outputs: Record<string, CfnOutputProps>): void {
  for (const [name, output] of Object.entries(outputs)) {
    // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
    new CfnOutput(stack, name, output);
  }
}
