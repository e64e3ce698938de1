import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** The table that the functions use. */
export type ServedTable = Pick<ITable, 'tableName' | 'tableArn'>;

/** What mail is sent with. */
export interface MailSender {
  /** The address that mail comes from. */
  from: string;
  configurationSet: string;
  /** The resources that SES checks when a mail is sent: the domain and the configuration set. */
  arns: string[];
}

/** The bucket of files that the functions use. */
export type ServedFiles = Pick<
  IBucket,
  'bucketName' | 'bucketArn' | 'bucketRegionalDomainName' | 'arnForObjects'
>;

/** What the functions work with. */
export interface Resources {
  table: ServedTable;
  files: ServedFiles;
  mail: MailSender;
  /** The stream of the table's changes. Only where it is read. */
  tableStreamArn?: string;
  /** Where candidates find the public pages, if CloudFront stands before them. */
  siteUrl?: string | undefined;
  /** How CloudFront names the addresses of clients and proves itself, as the setting TRUSTED_PROXY says it. */
  siteProxy?: string | undefined;
}

/** What a stage sends mail with. */
export function mailSender(scope: Construct, { mailDomain }: Stage, configurationSet: string): MailSender {
  const arnOf = (resource: string, resourceName: string) =>
    Arn.format(
      { service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME },
      Stack.of(scope),
    );
  return {
    from: `applications@${mailDomain}`,
    configurationSet,
    arns: [arnOf('identity', mailDomain), arnOf('configuration-set', configurationSet)],
  };
}
