/**
 * The largest signed 32-bit number: ids, pages and page sizes are Int32 (guide: job-content 1, guide: paging 2 to 8).
 */
export const INT32_MAX = 2_147_483_647;

/** The spelling of an id in a path, a header or a body; ten digits may exceed INT32_MAX. */
export const idText = /^[1-9]\d{0,9}$/;

/** The number of days from publishDate to the default closeDate (guide: first-job 7 and 8). */
export const CLOSE_AFTER_DAYS = 60;

/** Every default that closeDate has had, in days after publishDate. A new one is added, since older jobs keep theirs. */
export const CLOSE_DEFAULTS: readonly number[] = [CLOSE_AFTER_DAYS];

/** The largest accepted request body, in bytes. */
export const BODY_MAX_BYTES = 512 * 1024;

/** The maximum length of an Idempotency-Key, in characters. */
export const IDEMPOTENCY_KEY_MAX = 255;

/** The deepest allowed nesting of arrays and objects in a request body. */
export const BODY_MAX_DEPTH = 8;

/** The maximum number of form fields, and of values in an application as JSON. */
export const FORM_MAX_FIELDS = 1_500;

/** The maximum length of a form field's name, in characters. */
export const FORM_NAME_MAX = 255;

/** The maximum size of a form part's headers, in bytes. */
export const FORM_HEADERS_MAX_BYTES = 8 * 1024;

/** The maximum length of an employer's name and of an API key's label, in characters (guide: job-content 1). */
export const EMPLOYER_NAME_MAX = 128;

/** The maximum length of a referenceId, in characters. */
export const REFERENCE_ID_MAX = 50;

/** The largest number of referenceIds in one query. */
export const REFERENCES_MAX = 100;

/** The longest query with referenceIds, in bytes: API Gateway reads 10,240 bytes of a request's line and headers. */
export const REFERENCES_MAX_BYTES = 8_000;

/** The largest number of operations in a batch. */
export const BATCH_MAX_OPERATIONS = 100;

/** The largest accepted body of a batch, in bytes. */
export const BATCH_MAX_BYTES = 4 * 1024 * 1024;

/** The deepest allowed nesting of a batch: the body of an operation is three levels inside. */
export const BATCH_MAX_DEPTH = BODY_MAX_DEPTH + 3;

/** The largest body of an application, in bytes: the largest résumé in base64 and everything else. */
export const APPLICATION_BODY_MAX_BYTES = 6_000_000;

/** The limits of a JSON body: its size in bytes, its nesting, and the number of values in it. */
export interface BodyLimits {
  maxBytes: number;
  maxDepth: number;
  maxValues?: number;
}

/** Days from publishDate to the next auto-refresh (guide: first-job 9). */
export const REFRESH_AFTER_DAYS = 7;

/** The largest amount of money: with four decimals, 15 digits, which a double represents exactly. */
export const AMOUNT_MAX = 99_999_999_999.9999;

/** Hours for which the first response to an Idempotency-Key is kept. */
export const IDEMPOTENCY_HOURS = 24;

/** Hours for which the first response to an Idempotency-Key is kept if the response contains a secret. */
export const SECRET_IDEMPOTENCY_HOURS = 1;

/** The maximum number of seconds until a change to an API key or an employer's account takes effect everywhere. */
export const KEY_CHANGE_SECONDS = 60;

/** The number of days before the expiry of an API key in which responses announce the expiry. */
export const KEY_EXPIRY_DAYS = 30;

/** The rate limit of an API key, by the plan of its employer: requests in a number of seconds. */
export const REQUEST_LIMITS = {
  standard: { quota: 600, windowSeconds: 60 },
  unlimited: { quota: 3_000, windowSeconds: 60 },
} as const;

/**
 * The DynamoDB capacity units that an API key may use per second, on average and on every plan. All jobs of an employer
 * are in one partition of the table, which provides 3,000 read units and 1,000 write units per second. About three of
 * four written units are the table's own; the rest are those of its indexes, which have their own partitions.
 */
export const UNITS_PER_SECOND = { read: 1_500, write: 1_000 } as const;
