/** An AWS list price, without free tier or volume discount. */
interface Price {
  dollars: number;
  /** For how many of what. */
  per: number;
  unit: string;
  /** The page of AWS that states it. */
  source: string;
  /** Since when, as far as is known, the price has been in force. */
  since?: string;
  /** Whether it is to be looked up before anybody counts on it. */
  isUncertain?: true;
}

const MILLION = 1e6;
const source = (service: string) => `aws.amazon.com/${service}/pricing`;

/** The list prices of us-east-1 that the costs in docs/costs.md are computed from. */
export const priceTable = {
  readUnits: {
    dollars: 0.125,
    per: MILLION,
    unit: 'read units',
    source: source('dynamodb'),
    since: '2024-11-01',
  },
  writeUnits: {
    dollars: 0.625,
    per: MILLION,
    unit: 'write units',
    source: source('dynamodb'),
    since: '2024-11-01',
  },
  tableGigabyteMonth: { dollars: 0.25, per: 1, unit: 'GB of table a month', source: source('dynamodb') },
  recoveryGigabyteMonth: {
    dollars: 0.2,
    per: 1,
    unit: 'GB of table with point-in-time recovery a month',
    source: source('dynamodb'),
  },
  throttleRule: {
    dollars: 0.5,
    per: 1,
    unit: 'rule of Contributor Insights a month',
    source: source('cloudwatch'),
  },
  httpApiRequest: {
    dollars: 1,
    per: MILLION,
    unit: 'requests to an HTTP API',
    source: source('api-gateway'),
  },
  lambdaRequest: { dollars: 0.2, per: MILLION, unit: 'invocations of functions', source: source('lambda') },
  lambdaGigabyteSecond: {
    dollars: 0.0000133334,
    per: 1,
    unit: 'GB-second of a function on arm64',
    source: source('lambda'),
  },
  scheduledRun: {
    dollars: 1,
    per: MILLION,
    unit: 'invocations by EventBridge Scheduler',
    source: source('eventbridge'),
  },
  logGigabyte: { dollars: 0.5, per: 1, unit: 'GB written to logs', source: source('cloudwatch') },
  logGigabyteMonth: {
    dollars: 0.03,
    per: 1,
    unit: 'GB of logs kept a month, compressed',
    source: source('cloudwatch'),
  },
  metricMonth: { dollars: 0.3, per: 1, unit: 'custom metric a month', source: source('cloudwatch') },
  alarmMonth: { dollars: 0.1, per: 1, unit: 'metric of an alarm a month', source: source('cloudwatch') },
  dashboardMonth: { dollars: 3, per: 1, unit: 'dashboard a month', source: source('cloudwatch') },
  keyMonth: { dollars: 1, per: 1, unit: 'key of AWS KMS a month', source: source('kms') },
  trace: { dollars: 5, per: MILLION, unit: 'traces that X-Ray records', source: source('xray') },
  egressGigabyte: { dollars: 0.09, per: 1, unit: 'GB sent to the internet', source: source('ec2/on-demand') },
  cdnRequest: {
    dollars: 1,
    per: MILLION,
    unit: 'requests to CloudFront, after 10,000,000 a month',
    source: source('cloudfront'),
  },
  cdnFunctionRun: {
    dollars: 0.1,
    per: MILLION,
    unit: 'runs of a function of CloudFront, after 2,000,000 a month',
    source: source('cloudfront'),
  },
  secretMonth: { dollars: 0.4, per: 1, unit: 'secret a month', source: source('secrets-manager') },
  gigabyteMonth: { dollars: 0.023, per: 1, unit: 'GB of files in S3 a month', source: source('s3') },
  filePut: { dollars: 0.005, per: 1_000, unit: 'files written to S3', source: source('s3') },
  fileGet: { dollars: 0.0004, per: 1_000, unit: 'files read from S3', source: source('s3') },
  mail: { dollars: 0.1, per: 1_000, unit: 'mails by SES', source: source('ses') },
  attachedGigabyte: { dollars: 0.12, per: 1, unit: 'GB attached to mails', source: source('ses') },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof priceTable;

/** Dollars for one of each. */
export const prices = Object.fromEntries(
  Object.entries(priceTable).map(([name, { dollars, per }]) => [name, dollars / per]),
) as Record<PriceName, number>;

export const priceRows = (): string[][] =>
  Object.values(priceTable as Record<PriceName, Price>).map(
    ({ dollars, per, unit, source: page, since, isUncertain }) => [
      `${per === 1 ? '' : `${per.toLocaleString('en')} `}${unit}`,
      `$${dollars}`,
      page,
      isUncertain ? 'to be looked up' : (since ?? ''),
    ],
  );
