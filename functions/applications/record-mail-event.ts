import type { Context } from 'aws-lambda';
import { mailReport, type SesEvent } from './mail/ses-event.ts';
import { recordReport } from './mail/record-report.ts';

/** What SES reports of a mail (interface 11.6): records it in the state of the application. */
export async function handler(event: SesEvent, context: Context): Promise<void> {
  const report = mailReport(event);
  if (report) await recordReport(report, context);
}
