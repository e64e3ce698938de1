import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { MailFailure, type MailFault } from './mail-failure.ts';
import type { Mailer } from './mailer.ts';

/** With confirmations, of which two runs may overlap, the 14 mails a second that SES grants an account which has left its sandbox. */
const MAILS_PER_SECOND = 10;

/** What the errors of SES, of the SDK and of Node's sockets say, by name or code; any other error may pass. */
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

/** Statuses that are about the account: no permission, and too many requests. */
const accountStatuses = new Set([403, 429]);

/** In the sandbox, SES rejects a mail to an address that the account has not verified. */
const isUnverified = (message: string) => /not verified/i.test(message);

interface SesError {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

function failureOf(error: unknown): MailFailure {
  const { name = '', message = '', code = '', $metadata: { httpStatusCode = 0 } = {} } = error as SesError;
  if (isUnverified(message)) return new MailFailure('account', 'ses_unverified', { cause: error });
  const byStatus = accountStatuses.has(httpStatusCode) ? 'account' : 'passing';
  const fault = faults[name] ?? faults[code] ?? byStatus;
  // SES reads the mail only; what becomes of the address comes by an event.
  const failure = fault === 'refused' ? 'mail_refused' : 'undelivered';
  return new MailFailure(fault, `ses_${name}`, { failure, cause: error });
}

/** Hands every mail to SES, which reports what becomes of it through the configuration set. */
export function sesMailer(configurationSet: string): Mailer {
  const client = new SESv2Client({
    // A repeated call would send the mail twice: the sender itself decides when to try again.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
  });
  return {
    perSecond: MAILS_PER_SECOND,
    send: async ({ kind, subjectId, queuedAt, to, message }, signal) => {
      const command = new SendEmailCommand({
        // Without FromEmailAddress, which would replace the From of the mail, and with it the sender's name.
        Destination: { ToAddresses: [to] },
        Content: { Raw: { Data: message } },
        ConfigurationSetName: configurationSet,
        EmailTags: [
          { Name: 'mail', Value: kind },
          { Name: 'application', Value: subjectId },
          { Name: 'queuedAt', Value: String(queuedAt) },
        ],
      });
      try {
        await client.send(command, { abortSignal: signal });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}
