import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { filePrefixes } from '../functions/platform/files/prefixes.ts';
import { removalPolicyOf } from './retention.ts';
import type { Stage } from './stages.ts';

/**
 * The private bucket that holds the files of applications, and the files that are made ahead for the public. It keeps
 * no versions: a file is written once under a name that is never used again, and what a person wants erased must not
 * survive as an old version.
 */
export const fileBucket = (scope: Construct, id: string, stage: Stage): Bucket =>
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
      { id: 'UnfinishedUploadsAreRemoved', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy: removalPolicyOf(stage),
  });
