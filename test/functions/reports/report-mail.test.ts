import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { formerReportPartition, reportKeys } from '../../../functions/reports/keys.ts';
import { HOURLY_REPORTS } from '../../../schemas/application-limits.ts';
import { parseMail } from '../../setup/a-mail.ts';
import { aReport, queuedReports, sendReport } from '../../setup/a-report.ts';
import { setClock } from '../../setup/clock.ts';
import { smtpReply, startMailServer } from '../../setup/mail-servers.ts';
import { ownService } from '../../setup/own-service.ts';

const operator = { isRefusing: false };
const mailServer = await startMailServer({
  onRcptTo: (_, __, done) => done(operator.isRefusing ? smtpReply(550, '5.1.1 No such mailbox.') : undefined),
});
process.env['SMTP_URL'] = mailServer.url;
process.env['RATE_LIMITS'] = 'on';
// A separate table, because a run sends the mail of all reports.
const service = await ownService();

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const start = Date.parse('2026-06-01T12:00:00Z');
let days = 0;

/** Each test has its own day, because reports are counted by hour. */
beforeEach(() => {
  days += 10;
  setClock(start + days * DAY);
  mailServer.received.length = 0;
  operator.isRefusing = false;
});
afterEach(async () => {
  await service.runNotices();
  jest.useRealTimers();
});

const postingUrl = async (fields: Record<string, unknown> = {}) =>
  String((await service.employerWithJob({ status: 'active', ...fields })).job.postingUrl);

const runReports = async () => (await service.runNotices()).reports;

/** Runs the queue, and parses the mails that left. */
async function mailedReports() {
  await runReports();
  return Promise.all(
    mailServer.received.map(async ({ to, message }) => ({ to, ...(await parseMail(message)) })),
  );
}

describe('the mail about a report', () => {
  test('goes to the operator once, with the reporter’s text marked and the reporter as Reply-To, and leaves nothing in the table', async () => {
    const url = await postingUrl({ title: 'Astronaut', confidential: true });
    await sendReport(url, aReport({ text: 'Line 1\nhttps://bad.example' }));
    const [mail] = await mailedReports();
    expect(mail).toMatchObject({
      subject: 'Report (fraud): Astronaut',
      to: [{ address: 'operator@example.com' }],
      replyTo: [{ address: 'ana@example.org' }],
    });
    expect(mail?.text).toMatch(/^Employer: Acme Inc[.] \(\d+\), confidential$/m);
    expect(mail?.text).toContain(`View the posting: ${url}\n`);
    expect(mail?.text).toContain('| Line 1\n| https://bad.example\n');
    expect(await queuedReports(service.db)).toEqual([]);
    expect(await runReports()).toMatchObject({ sent: 0, finished: true });
  });

  test('has no Reply-To without an address of the reporter, and does not call a public job’s employer confidential', async () => {
    await sendReport(await postingUrl(), aReport({ email: '', text: '' }));
    const [mail] = await mailedReports();
    expect(mail?.replyTo).toBeUndefined();
    expect(mail?.text).toContain('| E-mail: none');
    expect(mail?.text).toMatch(/^Employer: Acme Inc[.] \(\d+\)$/m);
  });

  test('leaves nothing in the table when the operator’s mail server refuses it for good', async () => {
    await sendReport(await postingUrl());
    operator.isRefusing = true;
    expect(await runReports()).toMatchObject({ sent: 0, failed: 1 });
    expect(await queuedReports(service.db)).toEqual([]);
  });

  test('is also sent for a report that release 1.2.0 queued, and reports that it mailed or held are deleted', async () => {
    await sendReport(await postingUrl({ title: 'Baker' }));
    const [report] = await queuedReports(service.db);
    const former = [
      ['1', 'queued', 'REPORT'],
      ['2', 'sent', formerReportPartition],
      ['3', 'held', formerReportPartition],
    ] as const;
    for (const [id, mail, m] of former) {
      await service.db.put({ Item: { ...report, ...reportKeys.report(id), id, mail, mailError: null, m } });
    }
    expect(await runReports()).toMatchObject({ sent: 2, skipped: 2 });
    expect(await queuedReports(service.db)).toEqual([]);
  });
});

test('one address can send three reports an hour, and further reports are 429s that show the typed text again', async () => {
  const url = await postingUrl();
  const send = (n: number) => sendReport(url, aReport({ text: `No. ${n}` }));
  for (let n = 0; n < HOURLY_REPORTS.address; n += 1) expect((await send(n)).status).toBe(303);
  const refused = await send(3);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.text).toContain('Send yours again in an hour.');
  expect(refused.text).toContain('No. 3');
  // Reports of other postings count too, and a refused report is not read.
  const other = await sendReport(await postingUrl(), aReport({ reason: 'none' }));
  expect(other.status).toBe(429);
  expect(await mailedReports()).toHaveLength(HOURLY_REPORTS.address);

  setClock(Date.now() + HOUR);
  expect((await send(3)).status).toBe(303);
});
