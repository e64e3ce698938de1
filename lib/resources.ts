import { Arn, ArnFormat, Stack, CfnOutput, type CfnOutputProps, RemovalPolicy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

export type ServedTable = Pick<ITable, 'tableName' | 'tableArn'>;

export interface MailSender {
  /** The address of the sender; undefined in a stage without a mail domain, whose mail waits. */
  from: string | undefined;
  configurationSet: string;
  /** The domain and the configuration set, which SES authorises for each mail; none without a mail domain. */
  arns: string[];
}

export type ServedFiles = Pick<
  IBucket,
  'bucketName' | 'bucketArn' | 'bucketRegionalDomainName' | 'arnForObjects'
>;

export interface Resources {
  table: ServedTable;
  files: ServedFiles;
  mail: MailSender;
  /** The parameter with the service account for notifying Google. An operator writes it. */
  searchAccount: { name: string; arn: string };
  /** The ARN of the table's stream; defined only in stacks that read the stream. */
  tableStreamArn?: string;
  siteUrl?: string | undefined;
  /** The setting TRUSTED_PROXY for CloudFront. */
  siteProxy?: string | undefined;
}

export function mailSender(scope: Construct, { mailDomain }: Stage, configurationSet: string): MailSender {
  const arnOf = (resource: string, resourceName: string) =>
    Arn.format(
      { service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME },
      Stack.of(scope),
    );
  if (mailDomain === undefined) return { from: undefined, configurationSet, arns: [] };
  return {
    from: `applications@${mailDomain}`,
    configurationSet,
    arns: [arnOf('identity', mailDomain), arnOf('configuration-set', configurationSet)],
  };
}

/** The parameter of a stage with the service account for notifying Google. */
export function searchAccountOf(scope: Construct, { name: stageName }: Stage): Resources['searchAccount'] {
  const resourceName = `job-posting-service/${stageName}/google-account`;
  const arn = Arn.format(
    { service: 'ssm', resource: 'parameter', resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME },
    Stack.of(scope),
  );
  return { name: `/${resourceName}`, arn };
}

/** Adds outputs to a stack, by name, which a deployment prints. */
export function addOutputs(stack: Stack, outputs: Record<string, CfnOutputProps>): void {
  for (const [name, output] of Object.entries(outputs)) {
    // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
    new CfnOutput(stack, name, output);
  }
}

/**
 * The removal policy of the table, files and logs when a stack is deleted. A failed deployment always deletes the
 * resources that it created, so that it can be repeated.
 */
export const removalPolicyOf = ({ retainData }: Stage): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
