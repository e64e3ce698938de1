import type { Report } from '../../functions/reports/domain/report.ts';

/** A report on one line. */
export const reportLine = ({ id, receivedAt, reason, jobTitle, employerId, mail, closedAt }: Report) => ({
  id,
  receivedAt,
  reason,
  posting: jobTitle,
  employer: employerId,
  mail,
  closedAt,
});
