import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { MailFailure } from '../../../functions/mail/mailer.ts';
import { sesMailer } from '../../../functions/mail/ses-mailer.ts';
import { aMailedApplication, FROM, renderMail, TO, unlimited } from '../../setup/a-mail.ts';

const ses = mockClient(SESv2Client);
afterEach(() => void ses.reset());
afterAll(() => ses.restore());

process.env['AWS_REGION'] ??= 'ca-central-1';
const mailer = sesMailer('applications-dev');
const application = aMailedApplication();
const message = await renderMail(application);
const mail = {
  kind: 'application' as const,
  subjectId: application.id,
  queuedAt: application.queuedAt,
  from: FROM,
  to: TO,
  message,
};

/** An error as the SDK throws it. */
const sesError = (name: string, text = 'No.', httpStatusCode = 400) =>
  Object.assign(new Error(text), { name, $metadata: { httpStatusCode } });

const failure = () =>
  mailer.send(mail, unlimited).then(
    () => 'no failure',
    (error: unknown) => (error instanceof MailFailure ? error.fault : error),
  );

describe('sesMailer', () => {
  test('sends the composed mail with the configuration set, and tags it with its kind and the application', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: '1' });
    await mailer.send(mail, unlimited);
    expect(ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input)).toEqual([
      {
        Destination: { ToAddresses: [TO] },
        Content: { Raw: { Data: message } },
        ConfigurationSetName: 'applications-dev',
        EmailTags: [
          { Name: 'mail', Value: 'application' },
          { Name: 'application', Value: application.id },
          { Name: 'queuedAt', Value: String(application.queuedAt) },
        ],
      },
    ]);
  });

  test.each([
    ['sending is paused', 'account', sesError('SendingPausedException')],
    ['the account is suspended', 'account', sesError('AccountSuspendedException')],
    ['the domain is not verified', 'account', sesError('MailFromDomainNotVerifiedException')],
    ['mails come too fast', 'account', sesError('TooManyRequestsException', 'Rate exceeded', 429)],
    ['the daily quota is used up', 'account', sesError('LimitExceededException', 'Daily quota exceeded')],
    ['there is no such configuration set', 'account', sesError('NotFoundException', 'No.', 404)],
    ['the function may not send', 'account', sesError('AccessDeniedException', 'No.', 403)],
    ['there are no credentials', 'account', sesError('CredentialsProviderError', 'None.', 0)],
    ['SES cannot be found', 'account', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })],
    [
      'the account is in the sandbox',
      'account',
      sesError('MessageRejected', 'Email address is not verified. The following identities failed the check'),
    ],
    ['SES refuses the mail', 'refused', sesError('MessageRejected', 'Email content is not accepted')],
    ['SES fails', 'passing', sesError('InternalServiceErrorException', 'No.', 500)],
    ['SES does not respond', 'passing', sesError('TimeoutError', 'Timed out', 0)],
    ['SES does not understand the request', 'passing', sesError('BadRequestException')],
  ])('reports the kind of fault when %s: %s', async (_, fault, error) => {
    ses.on(SendEmailCommand).rejects(error);
    expect(await failure()).toBe(fault);
  });
});
