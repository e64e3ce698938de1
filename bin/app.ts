import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { serviceApp } from '../lib/service-app.ts';

const bundles = join(import.meta.dirname, '../dist/functions');

serviceApp({ codeOf: (functionName) => Code.fromAsset(join(bundles, functionName)) });
