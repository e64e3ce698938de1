/** How long a mail server may take, in milliseconds, by the names of nodemailer's options. */
export interface SmtpLimits {
  dnsTimeout: number;
  /** From the look-up of its address to the end of STARTTLS. */
  connectionTimeout: number;
  greetingTimeout: number;
  /** Without a byte in either direction. */
  socketTimeout: number;
}

export const smtpLimits: SmtpLimits = {
  dnsTimeout: 20_000,
  connectionTimeout: 60_000,
  greetingTimeout: 30_000,
  // A server that looks for viruses is silent after the mail.
  socketTimeout: 60_000,
};

/** What a conversation of a few slow replies takes, in milliseconds. */
const CONVERSATION_MILLIS = 150_000;

/** How many bytes of a résumé a slow connection takes in a millisecond. */
const BYTES_PER_MILLI = 200;

/**
 * How long one mail may take, in milliseconds, from the reading of its file to the last reply: even a server that never
 * ends a reply, and so is never silent, holds a mail no longer. A lease is longer.
 */
export const mailTimeLimit = (resumeBytes: number): number =>
  CONVERSATION_MILLIS + Math.ceil(resumeBytes / BYTES_PER_MILLI);
