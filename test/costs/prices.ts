const MILLION = 1e6;

/**
 * AWS list prices of us-east-1 in dollars per unit, without free tier or volume discount. Sources are the pages
 * aws.amazon.com/SERVICE/pricing. Those of DynamoDB are in force since 2024-11-01.
 */
export const prices = {
  // dynamodb
  readUnits: 0.125 / MILLION,
  writeUnits: 0.625 / MILLION,
  tableGigabyteMonth: 0.25,
  /** The surcharge of point-in-time recovery for each gigabyte of the table. */
  recoveryGigabyteMonth: 0.2,
  // cloudwatch
  /** A rule of Contributor Insights a month. */
  throttleRule: 0.5,
  // api-gateway
  httpApiRequest: 1 / MILLION,
  // lambda
  lambdaRequest: 0.2 / MILLION,
  /** The price on arm64. */
  lambdaGigabyteSecond: 0.0000133334,
  // eventbridge
  scheduledRun: 1 / MILLION,
  // cloudwatch
  logGigabyte: 0.5,
  /** The price for a gigabyte of the compressed log. */
  logGigabyteMonth: 0.03,
  metricMonth: 0.3,
  /** One alarm metric per month. */
  alarmMonth: 0.1,
  dashboardMonth: 3,
  // kms
  keyMonth: 1,
  // xray
  trace: 5 / MILLION,
  // ec2/on-demand
  egressGigabyte: 0.09,
  // cloudfront
  /** The price after 10,000,000 free requests a month. */
  cdnRequest: 1 / MILLION,
  /** The price after 2,000,000 free runs a month. */
  cdnFunctionRun: 0.1 / MILLION,
  // secrets-manager
  secretMonth: 0.4,
  // s3
  gigabyteMonth: 0.023,
  filePut: 0.005 / 1_000,
  fileGet: 0.0004 / 1_000,
  // ses
  mail: 0.1 / 1_000,
  attachedGigabyte: 0.12,
} as const;
