/** Its message tells the operator which setting is wrong and which values are allowed. */
export class ConfigError extends Error {}

interface Setting<Value> {
  fallback: string | undefined;
  read: (text: string) => Value | undefined;
  rule: string;
  /** In Lambda the stage must set it: the fallback is only for local use. */
  isGivenInLambda?: true;
}

const text = (value: string) => value;

const timeZone = (value: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value;
  } catch {
    return undefined;
  }
};

const httpUrl = (value: string) =>
  /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value) ? value.replace(/\/+$/, '') : undefined;

const switches = new Map([
  ['on', true],
  ['off', false],
]);

const wholeNumber = (least: number, most: number) => (value: string) =>
  /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;

const matching = (pattern: RegExp) => (value: string) => (pattern.test(value) ? value : undefined);

/** Every setting of the service: its environment variable, default and rule. docs/operations.md gives its meaning. */
export const settings = {
  TABLE_NAME: {
    fallback: 'jobs',
    read: text,
    rule: 'a table name',
    isGivenInLambda: true,
  },
  TIME_ZONE: {
    fallback: 'UTC',
    read: timeZone,
    rule: 'an IANA time zone such as America/Toronto',
    isGivenInLambda: true,
  },
  BASE_URL: {
    fallback: undefined,
    read: httpUrl,
    rule: 'an http:// or https:// address without a path',
  },
  METRICS_NAMESPACE: {
    fallback: undefined,
    read: text,
    rule: 'a CloudWatch namespace',
  },
  RATE_LIMITS: {
    fallback: 'off',
    read: (value: string) => switches.get(value),
    rule: 'on or off',
    isGivenInLambda: true,
  },
  FILES_BUCKET: {
    fallback: undefined,
    read: text,
    rule: 'the name of a bucket',
    isGivenInLambda: true,
  },
  APPLICATION_RETENTION_DAYS: {
    fallback: '365',
    read: wholeNumber(30, 730),
    rule: 'a whole number from 30 to 730',
    isGivenInLambda: true,
  },
  CURRENCY: {
    fallback: 'CAD',
    read: matching(/^[A-Z]{3}$/),
    rule: 'a currency code of three letters such as CAD',
    isGivenInLambda: true,
  },
  MAIL_FROM: {
    fallback: 'applications@localhost',
    read: matching(/^[^\s@<>]+@[^\s@<>]+$/),
    rule: 'an e-mail address',
    isGivenInLambda: true,
  },
  MAIL_CONFIGURATION_SET: {
    fallback: undefined,
    read: text,
    rule: 'the name of a configuration set',
    isGivenInLambda: true,
  },
  SMTP_URL: {
    fallback: undefined,
    read: matching(/^smtps?:\/\/[^\s/]/),
    rule: 'an smtp:// or smtps:// address',
  },
  PORT: {
    fallback: '3000',
    read: wholeNumber(0, 65_535),
    rule: 'a whole number from 0 to 65535',
  },
  DATA_DIR: {
    fallback: '.local',
    read: text,
    rule: 'a folder',
  },
  JOB_POSTING_API_KEY: {
    fallback: undefined,
    read: text,
    rule: 'an API key',
  },
  AWS_ENDPOINT_URL_DYNAMODB: {
    fallback: undefined,
    read: httpUrl,
    rule: 'an http:// or https:// address',
  },
} as const satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
type ValueOf<Name extends keyof Settings> =
  | Exclude<ReturnType<Settings[Name]['read']>, undefined | ''>
  | (Settings[Name]['fallback'] extends string ? never : undefined);

/**
 * The value of a setting; an empty variable counts as unset. The one place that reads the environment.
 * Throws ConfigError when the value breaks the setting's rule.
 */
export function setting<Name extends keyof Settings>(name: Name): ValueOf<Name> {
  const { fallback, read, rule, isGivenInLambda }: Setting<unknown> = settings[name];
  if (isGivenInLambda && process.env['AWS_LAMBDA_FUNCTION_NAME'] && !process.env[name]) {
    throw new ConfigError(`${name} is not set: it must be ${rule}.`);
  }
  // oxlint-disable-next-line typescript/prefer-nullish-coalescing -- an empty variable counts as unset
  const given = process.env[name] || fallback;
  if (given === undefined) return undefined as ValueOf<Name>;
  const value = read(given);
  if (value === undefined) throw new ConfigError(`${name} must be ${rule}, not "${given}".`);
  return value as ValueOf<Name>;
}
