import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/**
 * What happens to the table, the files and the logs of a stage when its stack is deleted. What a deployment that fails
 * has just created is deleted in any case, so that it can be repeated.
 */
export const removalPolicyOf = ({ retainData }: Stage): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
