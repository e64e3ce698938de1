import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { bundleOf } from '../../bin/build/bundles.ts';
import { invoke } from '../../bin/local/lambda.ts';
import type { Handler } from '../../functions/http/incoming.ts';

interface Call {
  id: number;
  functionName: string;
  event: APIGatewayProxyEventV2;
}

const [, , dist] = process.argv;

process.on('message', ({ id, functionName, event }: Call) => {
  void (async () => {
    try {
      const { handler } = (await import(pathToFileURL(bundleOf(functionName, dist)).href)) as {
        handler: Handler;
      };
      process.send?.({ id, answer: await invoke(handler, event, { functionName, millis: 10_000 }) });
    } catch (error) {
      process.send?.({ id, failure: String((error as Error).stack) });
    }
  })();
});
