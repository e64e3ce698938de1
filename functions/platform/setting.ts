/** The message names the setting and the allowed values. */
export class ConfigError extends Error {}

/** A setting: its environment variable, its parser, and its default. */
export interface Setting<Value> {
  fallback: string | undefined;
  read: (text: string) => Value | undefined;
  rule: string;
  /** The stage must set it in Lambda: the default is only for local use. */
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
 * The reader throws ConfigError when a value breaks its rule.
 */
export const settingOf =
  <Settings extends Record<string, Setting<unknown>>>(settings: Settings) =>
  <Name extends keyof Settings & string>(name: Name): ValueOf<Settings[Name]> => {
    const { fallback, read, rule, isGivenInLambda }: Setting<unknown> = settings[name]!;
    if (isGivenInLambda && process.env['AWS_LAMBDA_FUNCTION_NAME'] && !process.env[name]) {
      throw new ConfigError(`${name} is not set: it must be ${rule}.`);
    }
    // oxlint-disable-next-line typescript/prefer-nullish-coalescing -- an empty variable counts as unset
    const raw = process.env[name] || fallback;
    if (raw === undefined) return undefined as ValueOf<Settings[Name]>;
    const value = read(raw);
    if (value === undefined) throw new ConfigError(`${name} must be ${rule}, not "${raw}".`);
    return value as ValueOf<Settings[Name]>;
  };
