/** Its message tells the operator which setting is wrong and which values are allowed. */
export class ConfigError extends Error {}

interface Setting<Value> {
  fallback: string | undefined;
  meaning: string;
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

const port = (value: string) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined;

/** Every setting of the service: its environment variable, default, meaning and rule. */
export const settings = {
  TABLE_NAME: {
    fallback: 'jobs',
    meaning: 'The DynamoDB table',
    read: text,
    rule: 'a table name',
    isGivenInLambda: true,
  },
  TIME_ZONE: {
    fallback: 'UTC',
    meaning: 'The time zone whose calendar gives publishDate its day',
    read: timeZone,
    rule: 'an IANA time zone such as America/Toronto',
    isGivenInLambda: true,
  },
  BASE_URL: {
    fallback: undefined,
    meaning:
      "The URL where clients reach the service, if not the API's own domain; the start of every URL in a response",
    read: httpUrl,
    rule: 'an http:// or https:// address without a path',
  },
  METRICS_NAMESPACE: {
    fallback: undefined,
    meaning: 'The CloudWatch namespace of the metrics that each request logs; none are logged without it',
    read: text,
    rule: 'a CloudWatch namespace',
  },
  RATE_LIMITS: {
    fallback: 'off',
    meaning: "Whether each API key is limited as its employer's plan says: on or off",
    read: (value: string) => switches.get(value),
    rule: 'on or off',
    isGivenInLambda: true,
  },
  PORT: {
    fallback: '3000',
    meaning: 'Local: the port of the HTTP API, on the loopback address; 0 takes any free one',
    read: port,
    rule: 'a whole number from 0 to 65535',
  },
  DATA_DIR: {
    fallback: '.local',
    meaning: 'Local: the folder that holds the data of the embedded engine',
    read: text,
    rule: 'a folder',
  },
  AWS_ENDPOINT_URL_DYNAMODB: {
    fallback: undefined,
    meaning: 'The address of another DynamoDB; `npm start` then uses it instead of the embedded engine',
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
