/** The parameters that the SDK passes, without those that no bundle uses. */
interface EndpointParameters {
  Region?: string | undefined;
  /** The value of `AWS_ENDPOINT_URL_DYNAMODB`. */
  Endpoint?: string | undefined;
  UseFIPS?: boolean | undefined;
  UseDualStack?: boolean | undefined;
}

/**
 * The endpoint of DynamoDB: the configured one, or the region's, in the partitions `aws`, `aws-us-gov` and `aws-cn`. In
 * a bundle, this replaces the SDK's own resolver with its table of partitions, which is 14 kB.
 */
export function defaultEndpointResolver({ Region, Endpoint, UseFIPS, UseDualStack }: EndpointParameters) {
  if (UseFIPS || UseDualStack) throw new Error('A bundle contains neither FIPS nor dual-stack endpoints.');
  const suffix = Region?.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return { url: new URL(Endpoint ?? `https://dynamodb.${Region}.${suffix}`), properties: {}, headers: {} };
}
