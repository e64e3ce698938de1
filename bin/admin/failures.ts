import { setting, ConfigError } from '../../functions/platform/config.ts';
import { StoreUnavailable } from '../../functions/platform/errors.ts';

/** The command line is wrong: exit code 2. The message says which part is wrong and which values are allowed. */
export class UsageError extends Error {}

/** The command cannot be carried out: exit code 1. */
export class Failure extends Error {}

const badCredentials = 'AWS rejected the credentials: sign in again, or set AWS_PROFILE to another profile.';

/** Messages for errors of the store or the AWS SDK, by error name, or by error message if the name is generic. */
const remedies: Record<string, () => string> = {
  ResourceNotFoundException: () =>
    `There is no table ${setting('TABLE_NAME')}: add --stage for a deployed stage, or --local for this machine.`,
  CredentialsProviderError: () =>
    'No AWS credentials were found: sign in, or add --local for the service on this machine.',
  'Region is missing': () => 'No AWS region is set: set AWS_REGION, or add --local for this machine.',
  UnrecognizedClientException: () => badCredentials,
  InvalidSignatureException: () => badCredentials,
  ExpiredTokenException: () => badCredentials,
  AbortError: () => 'AWS did not respond in time: try again.',
  LostRace: () => 'Another process changed the employer at the same time: try again.',
  ExpiredToken: () => badCredentials,
  InvalidClientTokenId: () => badCredentials,
  SignatureDoesNotMatch: () => badCredentials,
  AccessDenied: () =>
    'These AWS credentials may not describe the stack: ask for cloudformation:DescribeStacks, or set TABLE_NAME.',
  AccessDeniedException: () =>
    'These AWS credentials have no access to the table: ask for read and write access.',
};

const outcomes = {
  'not-applied': 'DynamoDB did not respond in time, and nothing was changed: try again.',
  unknown:
    'DynamoDB did not respond in time, and the change may have been made: check with employer list and key list.',
};

/** Returns a one-sentence message, and the exit code: 2 for a wrong command line or setting, otherwise 1. */
export function explain(error: unknown): { sentence: string; exitCode: number } {
  if (!(error instanceof Error)) return { sentence: String(error), exitCode: 1 };
  if (error instanceof UsageError || error instanceof ConfigError)
    return { sentence: error.message, exitCode: 2 };
  if (error instanceof Failure) return { sentence: error.message, exitCode: 1 };
  if (error instanceof StoreUnavailable) return { sentence: outcomes[error.outcome], exitCode: 1 };
  const remedy = remedies[error.name] ?? remedies[error.message];
  return { sentence: remedy?.() ?? `${error.name}: ${error.message.split('\n')[0]}`, exitCode: 1 };
}
