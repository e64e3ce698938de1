import { Stack, Validations, type Acknowledgment } from 'aws-cdk-lib';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';
import { filePrefixes } from './partitions.ts';
import type { ServedFiles } from './resources.ts';

const exceptions = {
  api: [
    {
      id: 'AwsSolutions-APIG4',
      reason:
        "Every function for employers checks the API key itself: the response is the API's own 401, and a revocation takes effect within a minute. Reference data is public.",
    },
  ],
  functions: [
    {
      id: 'Serverless-LambdaDLQ',
      reason:
        'API Gateway calls synchronously: nothing is queued, and the caller gets the error. Scheduled functions have a destination for failures instead.',
    },
  ],
  repeatedRuns: [
    {
      id: 'Serverless-LambdaAsyncFailureDestination',
      reason:
        'The next run comes within minutes and does all that is due: a dead letter would hide what is lost.',
    },
    {
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'The schedule does what the stream could not have done: a dead letter would hide what is lost.',
    },
  ],
  tracing: [
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray has no resources: PutTraceSegments and PutTelemetryRecords accept only *.',
    },
    {
      id: 'Serverless-LambdaStarPermissions',
      reason: 'X-Ray has no resources: PutTraceSegments and PutTelemetryRecords accept only *.',
    },
  ],
  noTracing: [
    {
      id: 'Serverless-LambdaTracing',
      reason:
        'A trace would show the function alone, because an HTTP API passes none on, and would cost more than the function. A stage can turn it on.',
    },
  ],
  deadLetters: [
    {
      id: 'AwsSolutions-SQS3',
      reason: 'It is the dead-letter queue itself: an alarm rings at the first message.',
    },
    {
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'It is the dead-letter queue itself: an alarm rings at the first message.',
    },
  ],
  files: [
    {
      id: 'AwsSolutions-S1',
      reason:
        "Access logs would record every address that a file is downloaded from, and with it the name of the candidate's file. The functions log who read which application, by id.",
    },
  ],
  deployment: [
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: 'It is the policy that AWS keeps for CodeDeploy: to move aliases, and to look at alarms.',
    },
  ],
  site: [
    { id: 'AwsSolutions-CFR1', reason: 'Candidates may be anywhere.' },
    {
      id: 'AwsSolutions-CFR2',
      reason: 'A web ACL is in us-east-1 and costs $5 a month: a stage names one that is there.',
    },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        'The access log of the API has what CloudFront does not answer itself, without a bucket of logs.',
    },
    {
      id: 'AwsSolutions-CFR4',
      reason:
        "The distribution's own address takes what CloudFront's certificate does; a domain takes TLS 1.2.",
    },
    {
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFront and the functions get the secret from a deployment, which replaces it in two steps: in one, they would differ for minutes.',
    },
  ],
  monitoring: [
    {
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'An e-mail that cannot be delivered needs no queue: the alarm is still visible in CloudWatch.',
    },
  ],
} as const satisfies Record<string, readonly Acknowledgment[]>;

export const acknowledge = (scope: IConstruct, part: keyof typeof exceptions): void =>
  Validations.of(scope).acknowledge(...exceptions[part]);

/** Acknowledges wildcards for files with a prefix, because the names of files are random. */
export const acknowledgePrefixes = (functions: IConstruct, files: ServedFiles): void =>
  Validations.of(functions).acknowledge(
    ...Object.values(filePrefixes).map((prefix) => ({
      id: `AwsSolutions-IAM5[Resource::${flattenCfnReference(Stack.of(functions).resolve(files.arnForObjects(`${prefix}*`)))}]`,
      reason: `The names of the files under ${prefix} are not known ahead: a function may use all of them, and no others.`,
    })),
  );
