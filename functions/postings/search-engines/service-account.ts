import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { setting } from '../../platform/config.ts';
import type { ServiceAccount } from './google.ts';

/** Reads the service account of Google from the parameter of the stage. Throws the errors of SSM, and SyntaxError. */
export async function serviceAccount(): Promise<ServiceAccount> {
  const client = new SSMClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_500, throwOnRequestTimeout: true },
  });
  const { Parameter } = await client.send(
    new GetParameterCommand({ Name: setting('GOOGLE_ACCOUNT'), WithDecryption: true }),
  );
  return JSON.parse(Parameter?.Value ?? '') as ServiceAccount;
}
