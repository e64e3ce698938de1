import { ConfigError, setting } from '../../functions/wiring/config.ts';
import { StoreUnavailable } from '../../functions/domain/store-unavailable.ts';

/** The command line is wrong: exit code 2. The message says what is wrong and what is allowed. */
export class UsageError extends Error {}

/** The command cannot be carried out: exit code 1. */
export class Failure extends Error {}

const badCredentials = 'AWS refused the credentials: sign in again, or name another profile in AWS_PROFILE.';

/** What to do about an error of the store or the AWS SDK, by its name, or by its message where it has no name of its own. */
const remedies: Record<string, () => string> = {
  ResourceNotFoundException: () =>
    `There is no table ${setting('TABLE_NAME')}: deploy the service first, or name its table in TABLE_NAME.`,
  CredentialsProviderError: () =>
    'No AWS credentials were found: sign in, or add --local for the service on this machine.',
  'Region is missing': () => 'No AWS region is set: name it in AWS_REGION, or add --local for this machine.',
  UnrecognizedClientException: () => badCredentials,
  InvalidSignatureException: () => badCredentials,
  ExpiredTokenException: () => badCredentials,
  LostRace: () => 'The employer was changed at the same time: try again.',
  AccessDeniedException: () =>
    'These AWS credentials may not use the table: ask for read and write access to it.',
};

const outcomes = {
  'not-applied': 'DynamoDB did not answer in time, and nothing was changed: try again.',
  unknown:
    'DynamoDB did not answer in time, and the change may have been made: look with employer list and key list.',
};

/** One sentence for whoever called, and the exit code: 2 for a wrong command line or setting, otherwise 1. */
export function explain(error: unknown): { sentence: string; exitCode: number } {
  if (!(error instanceof Error)) return { sentence: String(error), exitCode: 1 };
  if (error instanceof UsageError || error instanceof ConfigError)
    return { sentence: error.message, exitCode: 2 };
  if (error instanceof Failure) return { sentence: error.message, exitCode: 1 };
  if (error instanceof StoreUnavailable) return { sentence: outcomes[error.outcome], exitCode: 1 };
  const remedy = remedies[error.name] ?? remedies[error.message];
  return { sentence: remedy?.() ?? `${error.name}: ${error.message.split('\n')[0]}`, exitCode: 1 };
}
