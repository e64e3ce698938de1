/** The reasons for which a posting can be reported. */
export const reportReasons = ['fraud', 'wrong', 'discriminating', 'other'] as const;

export type ReportReason = (typeof reportReasons)[number];

/** The maximum length of the text of a report, in characters. */
export const REPORT_TEXT_MAX = 2_000;

/** The maximum length of an e-mail address, in characters. */
export const REPORT_EMAIL_MAX = 254;

/** The largest form of a report, in bytes. */
export const REPORT_BODY_MAX_BYTES = 64 * 1024;
