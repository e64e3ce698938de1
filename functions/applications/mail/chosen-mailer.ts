import { join } from 'node:path';
import type { Mailer } from './mailer.ts';
import { outboxMailer } from './outbox-mailer.ts';
import { sesMailer } from './ses-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';
import { setting } from '../../platform/config.ts';

/** The way that this process sends mail: SES on AWS, otherwise a mail server, otherwise a folder. */
export function chosenMailer(): Mailer {
  const configurationSet = setting('MAIL_CONFIGURATION_SET');
  if (configurationSet !== undefined) return sesMailer(configurationSet);
  const server = setting('SMTP_URL');
  return server === undefined ? outboxMailer(join(setting('DATA_DIR'), 'outbox')) : smtpMailer(server);
}
