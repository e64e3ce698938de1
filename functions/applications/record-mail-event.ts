import type { Context } from 'aws-lambda';
import { recordReport } from './mail/record-report.ts';
import { mailReport, type SesEvent } from '../mail/ses-event.ts';

/** What SES reports of a mail (interface 11.6 and 11.12): records it in the application. */
export async function handler(event: SesEvent, context: Context): Promise<void> {
  const report = mailReport(event);
  if (report) await recordReport(report, context);
}
