/** The largest signed 32-bit number: ids, pages and page sizes are Int32 (interface 2.1 and 3.6). */
export const INT32_MAX = 2_147_483_647;

/** Days from publishDate to the closeDate of a job that names none (interface 2.7). */
export const CLOSE_AFTER_DAYS = 60;

/** The largest request body that is read, in bytes. */
export const BODY_MAX_BYTES = 512 * 1024;

/** The most characters of an Idempotency-Key. */
export const IDEMPOTENCY_KEY_MAX = 255;

/** The deepest nesting of arrays and objects that a request body may have. */
export const BODY_MAX_DEPTH = 8;

/** Days from publishDate to the next auto-refresh (interface 2.9). */
export const REFRESH_AFTER_DAYS = 7;

/** The largest amount of money: with four decimals, 15 digits, which a double holds exactly. */
export const AMOUNT_MAX = 99_999_999_999.9999;
