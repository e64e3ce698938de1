import { httpUrl, settingOf, text, wholeNumber, type Setting } from '../functions/platform/config.ts';

/** The settings that only commands read: environment variable, default and rule. docs/running.md explains them. */
export const commandSettings = {
  PORT: {
    fallback: '3000',
    read: wholeNumber(0, 65_535),
    rule: 'a whole number from 0 to 65535',
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

/** Reads a setting, as `settingOf` does. */
export const commandSetting = settingOf(commandSettings);
