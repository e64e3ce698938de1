import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { settings } from '../functions/platform/config.ts';

/** What a field of a stage must be. `rule` says it in words, as errors show it. */
export interface FieldSchema {
  rule: string;
  /** The setting of the functions that the value becomes, and whose check it must pass. */
  setting?: keyof typeof settings;
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
}

const wholeNumber = <Least extends number, Most extends number>(minimum: Least, maximum: Most) =>
  ({ type: 'integer', minimum, maximum, rule: `a whole number from ${minimum} to ${maximum}` }) as const;

const asSetting = <Type extends 'string' | 'integer'>(type: Type, setting: keyof typeof settings) =>
  ({ type, setting, rule: settings[setting].rule }) as const;

const matching = (pattern: string, rule: string) => ({ type: 'string', pattern, rule }) as const;

const DOMAIN_NAME = '^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$';
const domainName = matching(DOMAIN_NAME, 'a domain name in lower case such as jobs.example.com');

/** For how many days CloudWatch can keep a log. */
const logDays = Object.values(RetentionDays).filter(
  (days): days is RetentionDays => typeof days === 'number' && days !== RetentionDays.INFINITE,
);

/** How many functions a new account of AWS may run at the same time. */
export const DEFAULT_QUOTA = 10;

const throttle = {
  type: 'object',
  rule: 'an object with rate and burst',
  properties: { rate: wholeNumber(1, 10_000), burst: wholeNumber(1, 5_000) },
  required: ['rate', 'burst'],
  additionalProperties: false,
} as const;

const hostedZone = {
  type: 'object',
  rule: 'an object with id and name',
  properties: {
    id: matching('^Z[A-Z0-9]{1,31}$', 'the id of a hosted zone such as Z0123456789ABCDEFGHIJ'),
    name: domainName,
  },
  required: ['id', 'name'],
  additionalProperties: false,
} as const;

/** The settings of a stage in stages.json; docs/deploying.md gives their meaning. */
export const StageSettings = {
  type: 'object',
  rule: 'an object with the settings of a stage',
  properties: {
    timeZone: asSetting('string', 'TIME_ZONE'),
    currency: asSetting('string', 'CURRENCY'),
    mailDomain: domainName,
    mailName: asSetting('string', 'MAIL_NAME'),
    mailIdentity: { enum: ['create', 'existing'], rule: '"create" or "existing"' },
    monitoring: { enum: ['full', 'basic', 'none'], rule: '"full", "basic" or "none"' },
    alarms: {
      type: 'object',
      rule: 'an object with recipients, latencyMillis and serverErrorPercent, and perhaps concurrencyQuota',
      properties: {
        recipients: {
          anyOf: [
            { const: 'none' },
            {
              type: 'array',
              items: { type: 'string', pattern: '^[^\\s@<>]+@[^\\s@<>]+$' },
              minItems: 1,
              maxItems: 10,
              uniqueItems: true,
            },
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
        concurrencyQuota: wholeNumber(10, 1_000_000),
      },
      required: ['recipients', 'latencyMillis', 'serverErrorPercent'],
      additionalProperties: false,
    },
    throttling: {
      type: 'object',
      rule: 'an object with employers, public and other',
      properties: { employers: throttle, public: throttle, other: throttle },
      required: ['employers', 'public', 'other'],
      additionalProperties: false,
    },
    publicConcurrency: wholeNumber(1, 1_000),
    budgetDollars: wholeNumber(1, 1_000_000),
    maxOnDemandThroughput: {
      type: 'object',
      rule: 'an object with readUnits and writeUnits',
      properties: { readUnits: wholeNumber(1, 1_000_000), writeUnits: wholeNumber(1, 1_000_000) },
      required: ['readUnits', 'writeUnits'],
      additionalProperties: false,
    },
    deployment: { enum: ['gradual', 'atOnce'], rule: '"gradual" or "atOnce"' },
    rateLimits: { enum: ['on', 'off'], rule: '"on" or "off"' },
    retainData: { type: 'boolean', rule: 'true or false' },
    recoveryDays: wholeNumber(1, 35),
    logDays: { enum: logDays, rule: `one of ${logDays.join(', ')}` },
    logLevel: asSetting('string', 'LOG_LEVEL'),
    applicationDays: asSetting('integer', 'APPLICATION_RETENTION_DAYS'),
    confirmationsPerDay: asSetting('integer', 'CONFIRMATIONS_PER_DAY'),
    eventDays: asSetting('integer', 'EVENT_RETENTION_DAYS'),
    tracing: { enum: ['on', 'off'], rule: '"on" or "off"' },
    baseUrl: asSetting('string', 'BASE_URL'),
    proxy: {
      type: 'object',
      rule: 'an object with addressHeader, proofHeader and proofSha256',
      properties: {
        addressHeader: {
          enum: ['X-Forwarded-For', 'CloudFront-Viewer-Address'],
          rule: '"X-Forwarded-For" or "CloudFront-Viewer-Address"',
        },
        proofHeader: matching('^[A-Za-z\\d-]{1,64}$', 'the name of a header such as X-Proxy-Proof'),
        proofSha256: {
          type: 'array',
          items: { type: 'string', pattern: '^[\\da-f]{64}$' },
          minItems: 1,
          maxItems: 2,
          uniqueItems: true,
          rule: 'a list of one or two different SHA-256, each 64 hexadecimal digits in lower case',
        },
      },
      required: ['addressHeader', 'proofHeader', 'proofSha256'],
      additionalProperties: false,
    },
    domain: {
      type: 'object',
      rule: 'an object with name and certificateArn, and perhaps hostedZone and only',
      properties: {
        name: domainName,
        certificateArn: matching(
          '^arn:aws:acm:[a-z0-9-]+:\\d{12}:certificate/.+$',
          'the ARN of a certificate of AWS Certificate Manager, in the region of the stage',
        ),
        hostedZone,
        only: { type: 'boolean', rule: 'true or false' },
      },
      required: ['name', 'certificateArn'],
      additionalProperties: false,
    },
    cdn: {
      type: 'object',
      rule: 'an object with secrets, and perhaps domain and webAclArn',
      properties: {
        secrets: {
          type: 'array',
          items: { type: 'integer', minimum: 1, maximum: 999 },
          minItems: 1,
          maxItems: 2,
          uniqueItems: true,
          rule: 'a list of one or two different whole numbers from 1 to 999',
        },
        domain: {
          type: 'object',
          rule: 'an object with name and certificateArn, and perhaps hostedZone',
          properties: {
            name: domainName,
            certificateArn: matching(
              '^arn:aws:acm:us-east-1:\\d{12}:certificate/.+$',
              'the ARN of a certificate of AWS Certificate Manager in us-east-1',
            ),
            hostedZone,
          },
          required: ['name', 'certificateArn'],
          additionalProperties: false,
        },
        webAclArn: matching(
          '^arn:aws:wafv2:us-east-1:\\d{12}:global/webacl/.+$',
          'the ARN of a web ACL of AWS WAF for CloudFront, in us-east-1',
        ),
      },
      required: ['secrets'],
      additionalProperties: false,
    },
    browserOrigins: {
      type: 'array',
      items: { type: 'string', pattern: '^https?://[^\\s/*]+$' },
      minItems: 1,
      uniqueItems: true,
      rule: 'a list of different origins such as https://careers.example.com',
    },
    restoredTable: matching('^[A-Za-z0-9_.-]{3,255}$', 'the name of a table'),
  },
  required: [
    'timeZone',
    'currency',
    'mailDomain',
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
