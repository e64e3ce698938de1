import { Stack, Validations } from 'aws-cdk-lib';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';
import { filePrefixes } from './partitions.ts';
import type { ServedFiles } from './resources.ts';

/** The rules that parts of a stage do not follow, and why. */
const exceptions = {
  api: {
    'AwsSolutions-APIG4':
      "Every function for employers checks the API key itself: the response is the API's own 401, and a revocation takes effect within a minute. Reference data is public.",
  },
  functions: {
    'Serverless-LambdaDLQ':
      'API Gateway calls synchronously: nothing is queued, and the caller gets the error. Scheduled functions have a destination for failures instead.',
  },
  repeatedRuns: {
    'Serverless-LambdaAsyncFailureDestination':
      'The next run comes within minutes and does all that is due: a dead letter would hide what is lost.',
    'Serverless-LambdaEventSourceMappingDestination':
      'The schedule does what the stream could not have done: a dead letter would hide what is lost.',
  },
  tracing: {
    'AwsSolutions-IAM5[Resource::*]':
      'X-Ray has no resources: PutTraceSegments and PutTelemetryRecords accept only *.',
    'Serverless-LambdaStarPermissions':
      'X-Ray has no resources: PutTraceSegments and PutTelemetryRecords accept only *.',
  },
  noTracing: {
    'Serverless-LambdaTracing':
      'A trace would show the function alone, because an HTTP API passes none on, and would cost more than the function. A stage can turn it on.',
  },
  deadLetters: {
    'AwsSolutions-SQS3': 'It is the dead-letter queue itself: an alarm rings at the first message.',
    'Serverless-SQSRedrivePolicy': 'It is the dead-letter queue itself: an alarm rings at the first message.',
  },
  files: {
    'AwsSolutions-S1':
      "Access logs would record every address that a file is downloaded from, and with it the name of the candidate's file. The functions log who read which application, by id.",
  },
  deployment: {
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
      'It is the policy that AWS keeps for CodeDeploy: to move aliases, and to look at alarms.',
  },
  site: {
    'AwsSolutions-CFR1': 'Candidates may be anywhere.',
    'AwsSolutions-CFR2': 'A web ACL is in us-east-1 and costs $5 a month: a stage names one that is there.',
    'AwsSolutions-CFR3':
      'The access log of the API has what CloudFront does not answer itself, without a bucket of logs.',
    'AwsSolutions-CFR4':
      "The distribution's own address takes what CloudFront's certificate does; a domain takes TLS 1.2.",
    'AwsSolutions-SMG4':
      'CloudFront and the functions get the secret from a deployment, which replaces it in two steps: in one, they would differ for minutes.',
  },
  monitoring: {
    'Serverless-SNSRedrivePolicy':
      'An e-mail that cannot be delivered needs no queue: the alarm is still visible in CloudWatch.',
  },
} as const satisfies Record<string, Record<string, string>>;

export const acknowledge = (scope: IConstruct, part: keyof typeof exceptions): void =>
  Validations.of(scope).acknowledge(
    ...Object.entries(exceptions[part]).map(([id, reason]) => ({ id, reason })),
  );

/** Acknowledges wildcards for files with a prefix, because the names of files are random. */
export const acknowledgePrefixes = (functions: IConstruct, files: ServedFiles): void =>
  Validations.of(functions).acknowledge(
    ...Object.values(filePrefixes).map((prefix) => ({
      id: `AwsSolutions-IAM5[Resource::${flattenCfnReference(Stack.of(functions).resolve(files.arnForObjects(`${prefix}*`)))}]`,
      reason: `The names of the files under ${prefix} are not known ahead: a function may use all of them, and no others.`,
    })),
  );
