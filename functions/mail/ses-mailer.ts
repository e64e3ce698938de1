import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { MailFailure, type MailFault, type Mailer } from './mailer.ts';

/**
 * The mails per second of a run with the whole rate. SES allows 14 outside its sandbox; beyond, it refuses mails, which
 * are then retried.
 */
const MAILS_PER_SECOND = 10;

/** The faults by name or code of errors of SES, the SDK and Node's sockets. Any other error is temporary. */
const faults: Record<string, MailFault> = {
  AccountSuspendedException: 'account',
  SendingPausedException: 'account',
  MailFromDomainNotVerifiedException: 'account',
  LimitExceededException: 'account',
  TooManyRequestsException: 'account',
  NotFoundException: 'account',
  CredentialsProviderError: 'account',
  ECONNREFUSED: 'account',
  ENOTFOUND: 'account',
  EAI_AGAIN: 'account',
  MessageRejected: 'refused',
};

/** HTTP statuses that mean a fault of the account: no permission, or too many requests. */
const accountStatuses = new Set([403, 429]);

/** The message with which SES, in its sandbox, rejects a mail to an unverified address. */
const isUnverified = (message: string) => /not verified/i.test(message);

interface SesError {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

function toMailFailure(error: unknown): MailFailure {
  const { name = '', message = '', code = '', $metadata: { httpStatusCode = 0 } = {} } = error as SesError;
  if (isUnverified(message)) return new MailFailure('account', 'ses_unverified', { cause: error });
  const byStatus = accountStatuses.has(httpStatusCode) ? 'account' : 'passing';
  const fault = faults[name] ?? faults[code] ?? byStatus;
  // SES rejects only the content of a mail in this call, and reports problems with the address as events.
  const failure = fault === 'refused' ? 'mail_refused' : 'undelivered';
  return new MailFailure(fault, `ses_${name}`, { failure, cause: error });
}

/** Sends every mail through SES, which reports its delivery by the configuration set. */
export function sesMailer(configurationSet: string): Mailer {
  const client = new SESv2Client({
    // A repeated call would send the mail twice. The queue retries.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
  });
  return {
    perSecond: MAILS_PER_SECOND,
    send: async ({ kind, subjectId, queuedAt, to, message }, signal) => {
      const command = new SendEmailCommand({
        // FromEmailAddress would replace the From of the mail, which has the sender's name.
        Destination: { ToAddresses: [to] },
        Content: { Raw: { Data: message } },
        ConfigurationSetName: configurationSet,
        EmailTags: [
          { Name: 'mail', Value: kind },
          // Named when applications were the only kind of mail.
          { Name: 'application', Value: subjectId },
          { Name: 'queuedAt', Value: String(queuedAt) },
        ],
      });
      try {
        await client.send(command, { abortSignal: signal });
      } catch (error) {
        throw toMailFailure(error);
      }
    },
  };
}
