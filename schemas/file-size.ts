/**
 * Formats a limit in bytes for people, such as "3.8 MB" or "3,8 Mo": in units of 2^20 bytes, rounded down, so that a
 * file that an operating system shows with that size fits, with binary as well as decimal megabytes.
 */
export const fileSize = (bytes: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    roundingMode: 'floor',
  }).format(bytes / 2 ** 20);

/** Formats a limit for developers: with the exact number of bytes. */
export const exactFileSize = (bytes: number): string =>
  `${fileSize(bytes, 'en')} (${bytes.toLocaleString('en')} bytes)`;
