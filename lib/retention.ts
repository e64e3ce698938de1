import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/** What happens to the table, the files and the logs of a stage when its stack is deleted. */
export const removalPolicyOf = ({ retainData }: Stage): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
