import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** What the other stacks of a stage need to know of its stack of data. */
interface HandedOver {
  ApiId: string;
  TableName: string;
  FilesBucket: string;
  MailConfigurationSet: string;
  AlarmTopic: string;
}

/** A parameter of SSM, not an export of CloudFormation: an export that is in use cannot change, and a table does. */
const parameterOf = (stage: Stage, name: keyof HandedOver) => `/job-posting-service/${stage.name}/${name}`;

/** Hands over the names of what is in the stack of data. */
export function handOver(scope: Construct, stage: Stage, values: HandedOver): void {
  for (const [name, stringValue] of Object.entries(values)) {
    // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
    new StringParameter(scope, name, {
      parameterName: parameterOf(stage, name as keyof HandedOver),
      stringValue,
    });
  }
}

/** A name of what is in the stack of data, as it is when the stack of the scope is deployed. */
export const handedOver = (scope: Construct, stage: Stage, name: keyof HandedOver): string =>
  StringParameter.valueForStringParameter(scope, parameterOf(stage, name));
