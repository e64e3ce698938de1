import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/**
 * The removal policy of the table, files and logs when a stack is deleted. A failed deployment always deletes the
 * resources that it created, so that it can be repeated.
 */
export const removalPolicyOf = ({ retainData }: Stage): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
