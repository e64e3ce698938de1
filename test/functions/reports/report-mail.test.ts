import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { connectionOf } from '../../../bin/admin/connection.ts';
import { createDocumentClient } from '../../../functions/platform/document-client.ts';
import { reportKeys } from '../../../functions/reports/keys.ts';
import { HOURLY_REPORTS } from '../../../schemas/application-limits.ts';
import { runAdmin } from '../../setup/admin.ts';
import { parseMail } from '../../setup/a-mail.ts';
import { REPORT_TEXT_MAX } from '../../../schemas/report.ts';
import { requests } from '../../costs/abuse.ts';
import { aReport, sendReport } from '../../setup/a-report.ts';
import { setClock } from '../../setup/clock.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { ownFiles } from '../../setup/own-files.ts';
import { ownService } from '../../setup/own-service.ts';

// A separate table and folder, because a run sends the mail of all reports.
process.env['RATE_LIMITS'] = 'on';
const { outbox: mails } = ownFiles();
const service = await ownService();
const client = createDocumentClient();

const DAY = 24 * 60 * 60_000;
const start = Date.parse('2026-06-01T12:00:00Z');
let days = 0;

/** Each test has its own day, because reports are counted by hour and mails by day. */
beforeEach(() => {
  days += 10;
  setClock(new Date(start + days * DAY).toISOString());
});
/** Closes the reports of each test, so that later tests do not find them. */
afterEach(async () => {
  await close(await openIds());
  jest.useRealTimers();
});
afterAll(async () => {
  client.destroy();
});

const passDays = (more: number) => setClock(new Date(Date.now() + more * DAY).toISOString());

const admin = (line: string) =>
  runAdmin(connectionOf(client, process.env['TABLE_NAME'] ?? '', true), `${line} --local`);

const openIds = async (): Promise<string[]> =>
  (await admin('report list')).printed.reports.map(({ id }: { id: string }) => id);

const close = (ids: readonly string[]) => Promise.all(ids.map((id) => admin(`report close ${id}`)));

const postingUrl = async (fields: Record<string, unknown> = {}) =>
  String((await service.employerWithJob({ status: 'active', ...fields })).job.postingUrl);

const mailed = async () => (await mails.list()).filter(({ name }) => name.endsWith('_report'));

describe('the mail about a report', () => {
  test('goes to the operator once, with the reporter’s text marked and the reporter as Reply-To', async () => {
    const url = await postingUrl({ title: 'Astronaut', confidential: true });
    await sendReport(url, aReport({ text: 'Line 1\nhttps://bad.example' }));
    const [id] = await openIds();
    expect(await service.runReports()).toMatchObject({ sent: 1, finished: true, overdue: 0 });
    const mail = await parseMail((await mails.get(`${id}_report`)) ?? new Uint8Array());
    expect(mail).toMatchObject({
      subject: 'Reported as fraud: Astronaut',
      to: [{ address: 'operator@example.com' }],
      replyTo: [{ address: 'ana@example.org' }],
    });
    expect(mail.text).toMatch(/^Employer: Acme Inc[.] \(\d+\), confidential$/m);
    expect(mail.text).toContain(`View the posting: ${url}\n`);
    expect(mail.text).toContain(`npm run -s admin -- report close ${id}\n`);
    expect(mail.text).toContain('| Line 1\n| https://bad.example\n');
    expect(await service.runReports()).toMatchObject({ sent: 0, finished: true });
  });

  test('has no Reply-To without an address of the reporter, and does not call a public job’s employer confidential', async () => {
    await sendReport(await postingUrl(), aReport({ email: '', text: '' }));
    const [id = ''] = await openIds();
    await service.runReports();
    const mail = await parseMail((await mails.get(`${id}_report`)) ?? new Uint8Array());
    expect(mail.replyTo).toBeUndefined();
    expect(mail.text).toContain('| E-mail: none');
    expect(mail.text).toMatch(/^Employer: Acme Inc[.] \(\d+\)$/m);
  });

  test('is not sent once the report is closed', async () => {
    await sendReport(await postingUrl());
    await close(await openIds());
    expect(await service.runReports()).toMatchObject({ sent: 0, skipped: 0, finished: true });
  });
});

test('one address can send three reports an hour, and further reports are 429s that show the typed text again', async () => {
  const before = (await mailed()).length;
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
  for (let n = 4; n < 10; n += 1) expect((await send(n)).status).toBe(429);
  expect(await service.runReports()).toMatchObject({ sent: HOURLY_REPORTS.address });
  expect((await mailed()).length).toBe(before + HOURLY_REPORTS.address);

  setClock(new Date(Date.now() + 60 * 60_000).toISOString());
  expect((await send(3)).status).toBe(303);
});

describe('the admin command for reports', () => {
  test('lists open reports, shows and closes a report, and lists closed reports with --all', async () => {
    const url = await postingUrl({ title: 'Baker' });
    await sendReport(url);
    const [id = ''] = await openIds();
    const report = (await admin(`report show ${id}`)).printed.report;
    expect(report).toMatchObject({ id, jobTitle: 'Baker', text: 'They ask for a deposit.', closedAt: null });

    const closedAt = new Date().toISOString();
    expect((await admin(`report close ${id}`)).printed.report).toMatchObject({ id, closedAt });
    passDays(1);
    expect((await admin(`report close ${id}`)).printed.report.closedAt).toBe(closedAt);
    expect(await openIds()).not.toContain(id);
    const all = (await admin('report list --all')).printed.reports;
    expect(all).toContainEqual(expect.objectContaining({ id, closedAt }));
    const item = await service.db.get({ Key: reportKeys.report(id) });
    expect(item?.['timeToLive']).toBe((Date.parse(closedAt) + 365 * DAY) / 1_000);
  });

  test('fails with a message when the report does not exist', async () => {
    for (const what of ['show', 'close']) {
      const { exitCode, stderr } = await admin(`report ${what} 0123456789abcdef`);
      expect([exitCode, stderr]).toEqual([
        1,
        'There is no report 0123456789abcdef: report list --all shows them all.\n',
      ]);
    }
    const { stderr } = await admin('report close 7');
    expect(stderr).toContain('the id of a report such as 3f9a1c02d4e5b687');
  });
});

test('the longest report uses no more database units than the abuse costs assume', async () => {
  const url = await postingUrl();
  // The first report makes the service read its secrets, which would count here.
  await sendReport(url);
  const lines = await loggedLines(() => sendReport(url, aReport({ text: 'é'.repeat(REPORT_TEXT_MAX) })));
  const line = lines.find(({ operation, status }) => operation === 'submitReport' && status === 303);
  const { readUnits = 0, writeUnits = 0 } = requests['SubmitReport'] ?? {};
  expect(line?.['readUnits']).toBeLessThanOrEqual(readUnits);
  expect(line?.['writeUnits']).toBeLessThanOrEqual(writeUnits);
});

test('the run logs the number of reports that are open for more than a day', async () => {
  await sendReport(await postingUrl());
  await service.runReports();
  const runLater = async (laterDays: number) => {
    passDays(laterDays);
    const lines = await loggedLines(service.runReports);
    return lines.filter(({ overdue }) => overdue !== undefined);
  };
  expect(await runLater(0.99)).toEqual([]);
  expect(await runLater(0.02)).toEqual([{ level: 'WARN', operation: 'sendReports', overdue: 1 }]);
  await close(await openIds());
  expect(await service.runReports()).toMatchObject({ overdue: 0 });
});
