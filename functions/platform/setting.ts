/** Its message tells the operator which setting is wrong and which values are allowed. */
export class ConfigError extends Error {}

/** A setting: how its environment variable is read, and what holds when there is none. */
export interface Setting<Value> {
  fallback: string | undefined;
  read: (text: string) => Value | undefined;
  rule: string;
  /** In Lambda the stage must set it: the fallback is only for local use. */
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
 * Reads the settings of a table: the value of one by its name; an empty variable counts as unset. The one place that
 * reads the environment. The result throws ConfigError when the value breaks the setting's rule.
 */
export const settingOf =
  <Settings extends Record<string, Setting<unknown>>>(settings: Settings) =>
  <Name extends keyof Settings & string>(name: Name): ValueOf<Settings[Name]> => {
    const { fallback, read, rule, isGivenInLambda }: Setting<unknown> = settings[name]!;
    if (isGivenInLambda && process.env['AWS_LAMBDA_FUNCTION_NAME'] && !process.env[name]) {
      throw new ConfigError(`${name} is not set: it must be ${rule}.`);
    }
    // oxlint-disable-next-line typescript/prefer-nullish-coalescing -- an empty variable counts as unset
    const given = process.env[name] || fallback;
    if (given === undefined) return undefined as ValueOf<Settings[Name]>;
    const value = read(given);
    if (value === undefined) throw new ConfigError(`${name} must be ${rule}, not "${given}".`);
    return value as ValueOf<Settings[Name]>;
  };
