import { Duration } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { filePrefixes } from '../functions/platform/files/file-prefixes.ts';
import { removalPolicyOf } from './retention.ts';
import type { Stage } from './stages.ts';

interface FileBucketProps {
  stage: Stage;
  /** The origins of the public pages, whose script uploads. */
  origins: readonly string[];
}

/**
 * The private bucket that holds the files of applications, uploads, the logos of employers, and the files that are made
 * ahead for the public. It keeps no versions: what is kept is written once, under a name that is never used again, and
 * what a person wants erased must not survive as an old version.
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
    // Each upload needs a permission that the service has signed.
    cors: [
      {
        allowedOrigins: [...origins, ...(stage.browserOrigins ?? [])],
        allowedMethods: [HttpMethods.POST],
        allowedHeaders: ['*'],
      },
    ],
    removalPolicy: removalPolicyOf(stage),
  });
