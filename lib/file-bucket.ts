import { Duration } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { filePrefixes } from './partitions.ts';
import { removalPolicyOf } from './resources.ts';
import type { Stage } from './stages.ts';

interface FileBucketProps {
  stage: Stage;
  /** The origins of the public pages, whose script uploads files. */
  origins: readonly string[];
}

/**
 * The private bucket for files of applications, uploads, logos, the feed and sitemaps. It has no versions: names are never
 * reused, and erased files must not survive as old versions.
 */
export const fileBucket = (scope: Construct, id: string, { stage, origins }: FileBucketProps): Bucket =>
  new Bucket(scope, id, {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    lifecycleRules: [
      {
        id: 'ApplicationsAreKeptForALimitedTime',
        prefix: filePrefixes.applications,
        expiration: Duration.days(stage.applicationDays),
      },
      { id: 'UploadsAreForADay', prefix: filePrefixes.uploads, expiration: Duration.days(1) },
      { id: 'UnfinishedUploadsAreRemoved', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    // Each upload needs a form that the service has signed.
    cors: [
      {
        allowedOrigins: [...origins, ...(stage.browserOrigins ?? [])],
        allowedMethods: [HttpMethods.POST],
        allowedHeaders: ['*'],
      },
    ],
    removalPolicy: removalPolicyOf(stage),
  });
