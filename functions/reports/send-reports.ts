import { createMailFunction } from '../mail/mail-function.ts';
import { metered, writeLine } from '../platform/log.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { now } from '../platform/time/clock.ts';
import { defineReportMails } from './report-mail.ts';
import { countOverdueReports } from './report.ts';

const operation = 'sendReports';

const send = createMailFunction(
  operation,
  ['oldest', 'sent', 'postponed', 'failed', 'broken'],
  defineReportMails,
);

/** Sends the mail of reports (interface 11.14): one run over the whole queue. Logs how many reports are overdue. */
export const handler = async (event: unknown, context: RequestTime) => {
  const run = await send(event, context);
  const overdue = await countOverdueReports(databaseFor(context), now());
  if (overdue > 0) writeLine({ level: 'WARN', operation, overdue, ...metered(['overdue'], now()) });
  return { ...run, overdue };
};
