import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { bundleOf } from '../../bin/build/bundles.ts';
import type { Outgoing } from '../../functions/http/incoming.ts';
import { assertNoPrivateData } from '../setup/log-privacy.ts';

interface Reply {
  id: number;
  answer?: Outgoing;
  resident?: number;
  failure?: string;
}

/** Starts the bundles below a folder in a separate process that has only the variables that Lambda sets. */
export function startBundles(
  dist: string,
  variables: Record<string, string | undefined> = {},
  execArgv: string[] = [],
) {
  const {
    PATH,
    TABLE_NAME,
    AWS_REGION,
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    AWS_ENDPOINT_URL_DYNAMODB,
  } = process.env;
  const child = fork(fileURLToPath(new URL('bundle-process.ts', import.meta.url)), {
    env: {
      PATH,
      TABLE_NAME,
      AWS_REGION,
      AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY,
      AWS_ENDPOINT_URL_DYNAMODB,
      ...variables,
    },
    execArgv,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let logged = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  const waiting = new Map<number, PromiseWithResolvers<Outgoing>>();
  let memory = 0;
  child.on('message', ({ id, answer, resident = memory, failure }: Reply) => {
    memory = resident;
    const call = waiting.get(id);
    waiting.delete(id);
    if (answer) call?.resolve(answer);
    else call?.reject(new Error(failure));
  });
  let calls = 0;

  return {
    /** Calls the bundle of a function like Lambda. */
    call: (functionName: string, event: APIGatewayProxyEventV2): Promise<Outgoing> => {
      const call = Promise.withResolvers<Outgoing>();
      waiting.set((calls += 1), call);
      child.send({ id: calls, module: bundleOf(functionName, dist), functionName, event });
      return call.promise;
    },
    /** The resident memory of the process after the last response, in bytes. */
    resident: () => memory,
    /** The log output of the handlers. */
    logged: () => logged,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      assertNoPrivateData(logged);
    },
  };
}
