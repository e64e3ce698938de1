import { createMailFunction } from '../mail/mail-run.ts';
import { settleBoth } from '../platform/concurrency.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { defineReportMails } from '../reports/report-mail.ts';
import { defineNotices } from './notice-mail.ts';

const metrics = ['oldest', 'sent', 'postponed', 'failed', 'broken'];

const sendNotices = createMailFunction('sendNotices', metrics, defineNotices);

const sendReports = createMailFunction('sendReports', metrics, defineReportMails);

/**
 * Sends the notices about disabled webhooks (guide: receive-webhooks 5), and at the same time reports of postings
 * (guide: public-pages 14).
 */
export const handler = async (event: unknown, context: RequestTime) => {
  const [notices, reports] = await settleBoth(sendNotices(event, context), sendReports(event, context));
  return { ...notices, finished: notices.finished && reports.finished, reports };
};
