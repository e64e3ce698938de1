import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { searchEngines, settings } from '../functions/platform/config.ts';

/** The schema of a field. Errors quote `rule`. */
export interface FieldSchema {
  rule: string;
  /** The setting of functions that gets the value, and whose validation applies. */
  setting?: keyof typeof settings;
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
}

type Fields = Readonly<Record<string, FieldSchema>>;

const wholeNumber = <Least extends number, Most extends number>(minimum: Least, maximum: Most) =>
  ({ type: 'integer', minimum, maximum, rule: `a whole number from ${minimum} to ${maximum}` }) as const;

const settingSchema = <Type extends 'string' | 'integer'>(type: Type, setting: keyof typeof settings) =>
  ({ type, setting, rule: settings[setting].rule }) as const;

const patternSchema = (pattern: string, rule: string) => ({ type: 'string', pattern, rule }) as const;

/** Joins words with commas, and with `before` in front of the last. */
const joinWords = (words: readonly string[], before: string) =>
  words.join(', ').replace(/, (?=[^,]*$)/, ` ${before} `);

const choiceOf = <const Choice extends string>(...choices: Choice[]) =>
  ({
    enum: choices,
    rule: joinWords(
      choices.map((choice) => `"${choice}"`),
      'or',
    ),
  }) as const;

const flag = { type: 'boolean', rule: 'true or false' } as const;

const listOf = <const Items extends object>(items: Items, rule: string, maxItems = 1_000) =>
  ({ type: 'array', items, minItems: 1, maxItems, uniqueItems: true, rule: `a list of ${rule}` }) as const;

/** An object with all fields of `needed`, and any of `optional`. */
function objectOf<const Needed extends Fields, const Optional extends Fields>(
  needed: Needed,
  optional: Optional,
) {
  const others = Object.keys(optional);
  const optionally = others.length > 0 ? `, optionally ${joinWords(others, 'and')}` : '';
  return {
    type: 'object',
    rule: `an object with ${joinWords(Object.keys(needed), 'and')}${optionally}`,
    properties: { ...needed, ...optional },
    required: Object.keys(needed) as (keyof Needed & string)[],
    additionalProperties: false,
  } as const;
}

const domainName = patternSchema(
  '^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
  'a domain name in lower case such as jobs.example.com',
);

/** The retention times of CloudWatch in days. */
const logDays = Object.values(RetentionDays).filter(
  (days): days is RetentionDays => typeof days === 'number' && days !== RetentionDays.INFINITE,
);

/** The concurrency quota of a new AWS account. */
export const DEFAULT_QUOTA = 10;

const throttle = objectOf({ rate: wholeNumber(1, 10_000), burst: wholeNumber(1, 5_000) }, {});

const hostedZone = objectOf(
  {
    id: patternSchema('^Z[A-Z0-9]{1,31}$', 'the id of a hosted zone such as Z0123456789ABCDEFGHIJ'),
    name: domainName,
  },
  {},
);

/** The settings of a stage in stages.json; docs/deploying.md gives their meaning. */
export const StageSettings = {
  type: 'object',
  rule: 'an object with the settings of a stage',
  properties: {
    timeZone: settingSchema('string', 'TIME_ZONE'),
    currency: settingSchema('string', 'CURRENCY'),
    mailDomain: domainName,
    mailName: settingSchema('string', 'MAIL_NAME'),
    operator: objectOf(
      {
        name: settingSchema('string', 'OPERATOR_NAME'),
        email: settingSchema('string', 'OPERATOR_EMAIL'),
        privacyUrl: settingSchema('string', 'OPERATOR_PRIVACY_URL'),
      },
      { policyUrl: settingSchema('string', 'OPERATOR_POLICY_URL') },
    ),
    mailIdentity: choiceOf('create', 'existing'),
    monitoring: choiceOf('full', 'basic', 'none'),
    alarms: objectOf(
      {
        recipients: {
          anyOf: [
            { const: 'none' },
            listOf({ type: 'string', pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }, 'addresses', 10),
          ],
          rule: '"none", or a list of 1 to 10 different e-mail addresses',
        },
        latencyMillis: wholeNumber(10, 30_000),
        serverErrorPercent: {
          type: 'number',
          exclusiveMinimum: 0,
          maximum: 100,
          rule: 'a number above 0, up to 100',
        },
      },
      { concurrencyQuota: wholeNumber(10, 1_000_000) },
    ),
    throttling: objectOf({ employers: throttle, public: throttle, other: throttle }, {}),
    publicConcurrency: wholeNumber(1, 1_000),
    budgetDollars: wholeNumber(1, 1_000_000),
    maxOnDemandThroughput: objectOf(
      {
        readUnits: wholeNumber(1, 1_000_000),
        writeUnits: wholeNumber(1, 1_000_000),
      },
      {},
    ),
    deployment: choiceOf('gradual', 'atOnce'),
    rateLimits: choiceOf('on', 'off'),
    retainData: flag,
    recoveryDays: wholeNumber(1, 35),
    logDays: { enum: logDays, rule: `one of ${logDays.join(', ')}` },
    postingLaws: settingSchema('string', 'POSTING_LAWS'),
    searchEngines: listOf(
      choiceOf(...searchEngines),
      'one or both of "indexNow" and "google"',
      searchEngines.length,
    ),
    logLevel: settingSchema('string', 'LOG_LEVEL'),
    applicationDays: settingSchema('integer', 'APPLICATION_RETENTION_DAYS'),
    confirmationsPerDay: settingSchema('integer', 'CONFIRMATIONS_PER_DAY'),
    mailsPerAddress: settingSchema('integer', 'MAILS_PER_ADDRESS'),
    eventDays: settingSchema('integer', 'EVENT_RETENTION_DAYS'),
    tracing: choiceOf('on', 'off'),
    baseUrl: settingSchema('string', 'BASE_URL'),
    proxy: objectOf(
      {
        addressHeader: choiceOf('X-Forwarded-For', 'CloudFront-Viewer-Address'),
        proofHeader: patternSchema('^[A-Za-z\\d-]{1,64}$', 'the name of a header such as X-Proxy-Proof'),
        proofSha256: listOf(
          { type: 'string', pattern: '^[\\da-f]{64}$' },
          'one or two different SHA-256, each 64 hexadecimal digits in lower case',
          2,
        ),
      },
      {},
    ),
    domain: objectOf(
      {
        name: domainName,
        certificateArn: patternSchema(
          '^arn:aws:acm:[a-z0-9-]+:\\d{12}:certificate/.+$',
          'the ARN of a certificate of AWS Certificate Manager, in the region of the stage',
        ),
      },
      { hostedZone, only: flag },
    ),
    cdn: objectOf(
      {
        secrets: listOf(
          { type: 'integer', minimum: 1, maximum: 999 },
          'one or two different whole numbers from 1 to 999',
          2,
        ),
      },
      {
        domain: objectOf(
          {
            name: domainName,
            certificateArn: patternSchema(
              '^arn:aws:acm:us-east-1:\\d{12}:certificate/.+$',
              'the ARN of a certificate of AWS Certificate Manager in us-east-1',
            ),
          },
          { hostedZone },
        ),
        webAclArn: patternSchema(
          '^arn:aws:wafv2:us-east-1:\\d{12}:global/webacl/.+$',
          'the ARN of a web ACL of AWS WAF for CloudFront, in us-east-1',
        ),
      },
    ),
    browserOrigins: listOf(
      { type: 'string', pattern: '^https?://[^\\s/*]+$' },
      'different origins such as https://careers.example.com',
    ),
    restoredTable: patternSchema('^[A-Za-z0-9_.-]{3,255}$', 'the name of a table'),
  },
  required: [
    'timeZone',
    'currency',
    'operator',
    'alarms',
    'throttling',
    'deployment',
    'rateLimits',
    'retainData',
    'recoveryDays',
    'logDays',
    'applicationDays',
  ],
  additionalProperties: false,
} as const;
