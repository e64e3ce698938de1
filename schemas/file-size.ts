/**
 * A limit in bytes as people say it, such as "3.8 MB" or "3,8 Mo": in units of 2^20 bytes, rounded down, so that a file
 * that a system shows with that size fits, whether it counts a megabyte in twos or in tens.
 */
export const fileSize = (bytes: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    roundingMode: 'floor',
  }).format(bytes / 2 ** 20);

/** A limit for those who write programs: also to the byte. */
export const exactFileSize = (bytes: number): string =>
  `${fileSize(bytes, 'en')} (${bytes.toLocaleString('en')} bytes)`;
