/** An invalid setting. The message names the setting and the allowed values. */
export class ConfigError extends Error {}

/** A setting: its environment variable, its parser, and its default. */
export interface Setting<Value> {
  fallback: string | undefined;
  read: (text: string) => Value | undefined;
  rule: string;
  /** Whether a stage must set the variable in Lambda, because the default is only for local use. */
  isGivenInLambda?: true;
}

export const text = (value: string) => value;

export const httpUrl = (value: string) =>
  /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value) ? value.replace(/\/+$/, '') : undefined;

export const wholeNumber = (least: number, most: number) => (value: string) =>
  /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;

export const matching = (pattern: RegExp) => (value: string) => (pattern.test(value) ? value : undefined);

type ValueOf<Row extends Setting<unknown>> =
  Exclude<ReturnType<Row['read']>, undefined | ''> | (Row['fallback'] extends string ? never : undefined);

/**
 * Creates a reader of the settings in a table. An empty variable counts as unset. Only this file reads the environment.
 * The reader parses a value once, and throws ConfigError when it breaks its rule.
 */
export function settingOf<Settings extends Record<string, Setting<unknown>>>(settings: Settings) {
  const parsed = new Map<string, { raw: string; value: unknown }>();
  return <Name extends keyof Settings & string>(name: Name): ValueOf<Settings[Name]> => {
    const { fallback, read, rule, isGivenInLambda }: Setting<unknown> = settings[name]!;
    const variable = process.env[name];
    if (!variable && isGivenInLambda && process.env['AWS_LAMBDA_FUNCTION_NAME']) {
      throw new ConfigError(`${name} is not set: it must be ${rule}.`);
    }
    // oxlint-disable-next-line typescript/prefer-nullish-coalescing -- an empty variable counts as unset
    const raw = variable || fallback;
    if (raw === undefined) return undefined as ValueOf<Settings[Name]>;
    const last = parsed.get(name);
    const value = last?.raw === raw ? last.value : read(raw);
    if (value === undefined) throw new ConfigError(`${name} must be ${rule}, not "${raw}".`);
    if (value !== last?.value) parsed.set(name, { raw, value });
    return value as ValueOf<Settings[Name]>;
  };
}

const timeZone = (value: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value;
  } catch {
    return undefined;
  }
};

const switches = new Map([
  ['on', true],
  ['off', false],
]);

/** Log levels in ascending order. */
const levels = new Map([
  ['info', 0],
  ['warn', 1],
  ['error', 2],
]);

/** The addresses that webhooks may call: public ones, or any, for local use. */
const webhookTargets = ['public', 'any'] as const;

/** The search engines that the service can notify of postings. */
export const searchEngines = ['indexNow', 'google'] as const;

type EngineName = (typeof searchEngines)[number];

const isEngine = (name: string): name is EngineName => (searchEngines as readonly string[]).includes(name);

/** The laws about postings that warnings refer to: those of the Canadian provinces, or none. */
const postingLaws = ['canada', 'none'] as const;

const emailAddress = { read: matching(/^[^\s@<>]+@[^\s@<>]+$/), rule: 'an e-mail address' };

const webPage = {
  read: (value: string) => (/^https?:\/\/[^\s/]/.test(value) && URL.canParse(value) ? value : undefined),
  rule: 'an http:// or https:// address',
};

const address = {
  fallback: undefined,
  read: httpUrl,
  rule: 'an http:// or https:// address without a path',
};

/**
 * Every setting of the functions: environment variable, default and rule. `bin/config.ts` has those of the commands;
 * docs/running.md documents all.
 */
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
  BASE_URL: address,
  SITE_URL: address,
  TRUSTED_PROXY: {
    fallback: undefined,
    read: matching(
      /^(?:X-Forwarded-For|CloudFront-Viewer-Address) [A-Za-z\d-]+(?: (?:[\da-f]{64}|secret:[A-Za-z\d]{32,})){1,2}$/,
    ),
    rule: 'X-Forwarded-For or CloudFront-Viewer-Address, the name of a header, and one or two SHA-256 in hexadecimal or secrets after secret:',
  },
  BROWSER_ORIGINS: {
    fallback: undefined,
    read: (value: string) => {
      const origins = value.split(' ');
      return origins.every((each) => /^https?:\/\/[^\s/*]+$/.test(each)) ? new Set(origins) : undefined;
    },
    rule: 'origins such as https://careers.example.com, with spaces between them',
  },
  METRICS_NAMESPACE: {
    fallback: undefined,
    read: text,
    rule: 'a CloudWatch namespace',
  },
  METRICS: {
    fallback: undefined,
    read: (value: string) => new Set(value.split(' ')),
    rule: 'names of metrics with spaces between them',
  },
  LOG_LEVEL: {
    fallback: 'info',
    read: (value: string) => levels.get(value),
    rule: 'info, warn or error',
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
  UPLOADS_ORIGIN: address,
  APPLICATION_RETENTION_DAYS: {
    fallback: '365',
    read: wholeNumber(30, 730),
    rule: 'a whole number from 30 to 730',
    isGivenInLambda: true,
  },
  CONFIRMATIONS_PER_DAY: {
    fallback: '5000',
    read: wholeNumber(0, 1_000_000),
    rule: 'a whole number from 0 to 1000000',
  },
  MAILS_PER_ADDRESS: {
    fallback: '100',
    read: wholeNumber(1, 1_000_000),
    rule: 'a whole number from 1 to 1000000',
  },
  EVENT_RETENTION_DAYS: {
    fallback: '90',
    read: wholeNumber(7, 730),
    rule: 'a whole number from 7 to 730',
  },
  CURRENCY: {
    fallback: 'CAD',
    read: matching(/^[A-Z]{3}$/),
    rule: 'a currency code of three letters such as CAD',
    isGivenInLambda: true,
  },
  POSTING_LAWS: {
    fallback: 'canada',
    read: (value: string) => postingLaws.find((each) => each === value),
    rule: 'canada or none',
  },
  SEARCH_ENGINES: {
    fallback: undefined,
    read: (value: string) => {
      const names = value.split(' ');
      return names.every(isEngine) ? new Set(names) : undefined;
    },
    rule: 'indexNow, google, or both with a space between them',
  },
  GOOGLE_ACCOUNT: {
    fallback: undefined,
    read: text,
    rule: 'the name of a parameter of AWS Systems Manager',
  },
  MAIL_FROM: {
    fallback: 'applications@localhost',
    ...emailAddress,
    isGivenInLambda: true,
  },
  MAIL_NAME: {
    fallback: undefined,
    read: matching(/^(?! )[^\p{C}<>@"=]{1,64}(?<! )$/u),
    rule: 'a name of 1 to 64 characters without < > @ = and quotation marks, such as Jobs in Acme Town',
  },
  MAIL_CONFIGURATION_SET: {
    fallback: undefined,
    read: text,
    rule: 'the name of a configuration set',
    isGivenInLambda: true,
  },
  OPERATOR_NAME: {
    fallback: 'Demo Job Board',
    read: matching(/^(?! )[^\p{C}]{1,128}(?<! )$/u),
    rule: 'a name of 1 to 128 characters in one line',
    isGivenInLambda: true,
  },
  OPERATOR_EMAIL: { fallback: 'operator@example.com', ...emailAddress, isGivenInLambda: true },
  OPERATOR_PRIVACY_URL: { fallback: 'https://example.com/privacy', ...webPage, isGivenInLambda: true },
  OPERATOR_POLICY_URL: { fallback: undefined, ...webPage },
  SMTP_URL: {
    fallback: undefined,
    read: matching(/^smtps?:\/\/[^\s/]/),
    rule: 'an smtp:// or smtps:// address',
  },
  WEBHOOK_TARGETS: {
    fallback: 'public',
    read: (value: string) => webhookTargets.find((each) => each === value),
    rule: 'public or any',
  },
  ENGINE_URL: {
    fallback: undefined,
    read: text,
    rule: 'an address',
  },
  DATA_DIR: {
    fallback: '.local',
    read: text,
    rule: 'a folder',
  },
} as const satisfies Record<string, Setting<unknown>>;

/** The value of a setting, as `settingOf` reads it. */
export const setting = settingOf(settings);

/** The sender name of mail: MAIL_NAME, or by default the name of the operator. */
export const mailName = (): string => setting('MAIL_NAME') ?? setting('OPERATOR_NAME');
