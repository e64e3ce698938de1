import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { DIST } from '../../bin/build/bundles.ts';
import type { Outgoing } from '../../functions/http/incoming.ts';
import type { SettingName } from '../../lib/function-table.ts';
import { serviceFunctions } from '../../lib/functions.ts';
import { assertNoPrivateData } from '../setup/log-privacy.ts';
import { startRuntimeApi } from './runtime-api.ts';

const client = fileURLToPath(new URL('runtime-client.ts', import.meta.url));

/** The variables that the stack gives to a function; a function of a test gets all of them. */
function settingsOf(functionName: string) {
  const values: Partial<Record<SettingName, string | undefined>> = {
    TABLE_NAME: process.env['TABLE_NAME'],
    TIME_ZONE: 'America/Toronto',
    RATE_LIMITS: 'off',
    METRICS_NAMESPACE: 'JobPostingService/test',
    FILES_BUCKET: 'files-of-the-test',
    CURRENCY: 'CAD',
    APPLICATION_RETENTION_DAYS: '365',
    MAIL_FROM: 'applications@jobs.example',
    OPERATOR_NAME: 'Acme Job Board',
    OPERATOR_EMAIL: 'jobs@jobs.example',
    OPERATOR_PRIVACY_URL: 'https://jobs.example/privacy',
    MAIL_CONFIGURATION_SET: 'mail-of-the-test',
  };
  const names = serviceFunctions.find(({ name }) => name === functionName)?.settings;
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => names?.includes(name as SettingName) ?? true),
  );
}

async function startFunction(functionName: string, variables: Record<string, string | undefined>) {
  const api = await startRuntimeApi();
  const { PATH, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL_DYNAMODB } =
    process.env;
  const child = spawn(process.execPath, [client], {
    env: {
      PATH,
      AWS_REGION,
      AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY,
      AWS_ENDPOINT_URL_DYNAMODB,
      // No test reaches the real S3: no server listens on this port.
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: functionName,
      AWS_LAMBDA_RUNTIME_API: api.address,
      LAMBDA_TASK_ROOT: join(DIST, functionName),
      TZ: ':UTC',
      ...settingsOf(functionName),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const closed = once(child, 'close').then(() => api.fail(new Error(`The runtime ended: ${log}`)));

  return {
    invoke: api.invoke,
    /** Stops the function. Returns all its output. */
    stop: async (): Promise<string> => {
      child.kill('SIGKILL');
      await closed;
      await api.close();
      assertNoPrivateData(log);
      return log;
    },
  };
}

/**
 * Runs the bundles of `npm run synth` like Lambda: each in its own process, started on first use, which gets its
 * invocations from the Runtime API and the variables from the stack.
 */
export function deployedFunctions(variables: Record<string, string | undefined> = {}) {
  const started = new Map<string, ReturnType<typeof startFunction>>();
  return {
    /** Invokes a function with a time limit; throws the error that its runtime reports. */
    invoke: async (
      functionName: string,
      event: Partial<APIGatewayProxyEventV2>,
      millis = 120_000,
    ): Promise<Outgoing> => {
      const running = started.get(functionName) ?? startFunction(functionName, variables);
      started.set(functionName, running);
      return (await (await running).invoke(event, millis)) as Outgoing;
    },
    /** Stops all processes. Returns the lines that they logged. */
    stop: async (): Promise<string[]> => {
      const logs = await Promise.all([...started.values()].map(async (each) => (await each).stop()));
      return logs.flatMap((log) => log.split('\n')).filter((line) => line !== '');
    },
  };
}

export type DeployedFunctions = ReturnType<typeof deployedFunctions>;
