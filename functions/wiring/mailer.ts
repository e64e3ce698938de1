import { join } from 'node:path';
import type { Mailer } from '../mail/mailer.ts';
import { outboxMailer } from '../mail/outbox-mailer.ts';
import { sesMailer } from '../mail/ses-mailer.ts';
import { smtpMailer } from '../mail/smtp-mailer.ts';
import { setting } from './config.ts';

/** The way that this process sends mail: SES on AWS, otherwise a mail server, otherwise a folder. */
export function chosenMailer(): Mailer {
  const configurationSet = setting('MAIL_CONFIGURATION_SET');
  if (configurationSet !== undefined) return sesMailer(configurationSet);
  const server = setting('SMTP_URL');
  return server === undefined ? outboxMailer(join(setting('DATA_DIR'), 'outbox')) : smtpMailer(server);
}
