import { setting } from '../platform/config.ts';
import { valueFormats, type Format } from '../platform/values/value-formats.ts';

/** The formats used in the schemas. */
export const formats = {
  ...valueFormats,
  currency: {
    // Lambda gives it to functions that write jobs alone.
    get rule() {
      return `${setting('CURRENCY')}, the currency of this service`;
    },
    code: 'not_allowed',
    validate: (text: string) => text === setting('CURRENCY'),
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
