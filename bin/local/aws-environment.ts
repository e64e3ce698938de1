/** An emulator requires credentials and a region as AWS does, but accepts any. */
const ANY = 'local';

export const isAws = (endpoint: string) => /\.amazonaws\.com(\.cn)?$/.test(new URL(endpoint).hostname);

/**
 * Adds a missing region and credentials for the DynamoDB that the user configured, except for AWS itself, where the SDK
 * finds the user's own. Returns the variables, none of them secret, that another process needs to use the same data.
 */
export function useConfiguredEndpoint(endpoint: string): Record<string, string> {
  const address = { AWS_ENDPOINT_URL_DYNAMODB: endpoint };
  if (isAws(endpoint)) return address;
  const region = (process.env.AWS_REGION ??= ANY);
  const accessKeyId = (process.env.AWS_ACCESS_KEY_ID ??= ANY);
  process.env.AWS_SECRET_ACCESS_KEY ??= ANY;
  const account = { AWS_ACCESS_KEY_ID: ANY, AWS_SECRET_ACCESS_KEY: ANY };
  return { ...address, AWS_REGION: region, ...(accessKeyId === ANY && account) };
}
