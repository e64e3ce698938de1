import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { serviceApp } from '../lib/service-app.ts';
import { readStages, StageError } from '../lib/stages.ts';

const bundles = join(import.meta.dirname, '../dist/functions');

try {
  serviceApp({
    stages: readStages(),
    codeOf: (functionName) => Code.fromAsset(join(bundles, functionName)),
  });
} catch (error) {
  if (!(error instanceof StageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
