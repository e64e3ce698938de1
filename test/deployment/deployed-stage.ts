import { stackParts, stackNameOf, type StackPart } from '../../lib/stack-names.ts';
import type { Project } from './project.ts';

/** A stack as CloudFormation describes it. */
interface Stack {
  StackName: string;
  StackStatus: string;
  Outputs?: { OutputKey: string; OutputValue: string }[];
}

interface StackResource {
  LogicalResourceId: string;
  PhysicalResourceId: string;
}

/** Queries AWS about a stage. */
export function deployedStage({ ask }: Project, stage: string) {
  /** The stacks of the stage, in deployment order. */
  async function stacks(): Promise<Stack[]> {
    const { Stacks } = await ask<{ Stacks: Stack[] }>('aws cloudformation describe-stacks');
    return stackParts.flatMap((part) =>
      Stacks.filter(({ StackName }) => StackName === stackNameOf(stage, part)),
    );
  }

  return {
    /** The states of the stacks, by name. */
    states: async () =>
      Object.fromEntries((await stacks()).map(({ StackName, StackStatus }) => [StackName, StackStatus])),

    /** An output of a deployment, by name. */
    async output(name: string): Promise<string> {
      const outputs = (await stacks()).flatMap(({ Outputs = [] }) => Outputs);
      const { OutputValue } = outputs.find(({ OutputKey }) => OutputKey === name) ?? {};
      if (OutputValue === undefined) throw new Error(`The stacks of ${stage} have no output ${name}.`);
      return OutputValue;
    },

    /** The physical name of a function in a stack of the stage. */
    async functionNamed(id: string, part: StackPart): Promise<string> {
      const { StackResources } = await ask<{ StackResources: StackResource[] }>(
        `aws cloudformation describe-stack-resources --stack-name ${stackNameOf(stage, part)}`,
      );
      const resource = StackResources.find(({ LogicalResourceId }) =>
        LogicalResourceId.includes(`${id}Function`),
      );
      if (!resource) throw new Error(`The stack ${stackNameOf(stage, part)} has no function ${id}.`);
      return resource.PhysicalResourceId;
    },

    /** The id of the only API. */
    async api(): Promise<string> {
      const { Items } = await ask<{ Items: { ApiId: string }[] }>('aws apigatewayv2 get-apis');
      const [api, ...others] = Items;
      if (!api || others.length > 0) throw new Error(`There are ${Items.length} APIs.`);
      return api.ApiId;
    },
  };
}
