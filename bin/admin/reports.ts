import { type Report, reportStore } from '../../functions/reports/report.ts';
import { REPORT_RETENTION_DAYS } from '../../schemas/report.ts';
import { command } from './command.ts';
import { Failure } from './failures.ts';

/** Returns the report. Throws Failure if it does not exist. */
function reportOrThrow(report: Report | undefined, id: string): Report {
  if (!report) throw new Failure(`There is no report ${id}: report list --all shows them all.`);
  return report;
}

const toRow = ({ id, receivedAt, reason, jobTitle, employerId, mail, closedAt }: Report) => ({
  id,
  receivedAt,
  reason,
  posting: jobTitle,
  employer: employerId,
  mail,
  closedAt,
});

export const reportCommands = {
  'report list': command({
    summary: 'List the open reports of postings, oldest first; with --all, also those that are closed',
    optional: ['all'],
    example: '--stage prod',
    run: async ({ connection }, { all = false }) => ({
      reports: (await reportStore(connection.open()).list()).filter(
        ({ closedAt }) => all || closedAt === null,
      ),
    }),
    brief: (printed) => ({ reports: (printed as { reports: Report[] }).reports.map(toRow) }),
  }),
  'report show': command({
    summary: 'Show a report of a posting, with what its reporter wrote',
    required: ['report'],
    example: '3f9a1c02d4e5b687 --stage prod',
    run: async ({ connection }, { report: id }) => ({
      report: reportOrThrow(await reportStore(connection.open()).get(id), id),
    }),
  }),
  'report close': command({
    summary: `Close a report that is dealt with; it is kept for ${REPORT_RETENTION_DAYS} more days`,
    required: ['report'],
    example: '3f9a1c02d4e5b687 --stage prod',
    run: async ({ connection, now }, { report: id }) => ({
      report: reportOrThrow(await reportStore(connection.open()).close(id, now), id),
    }),
  }),
};
