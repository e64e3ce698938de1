import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { invoke } from '../../bin/local/lambda.ts';
import type { Handler } from '../../functions/http/incoming.ts';

interface Call {
  id: number;
  module: string;
  functionName: string;
  event: APIGatewayProxyEventV2;
}

process.on('message', ({ id, module, functionName, event }: Call) => {
  void (async () => {
    try {
      const { handler } = (await import(pathToFileURL(module).href)) as { handler: Handler };
      const answer = await invoke(handler, event, { functionName, millis: 120_000 });
      process.send?.({ id, answer, resident: process.memoryUsage.rss() });
    } catch (error) {
      process.send?.({ id, failure: String((error as Error).stack) });
    }
  })();
});
