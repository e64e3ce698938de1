import { expect, test } from '@jest/globals';
import { isDefaultCloseDate } from '../../../functions/postings/posting/posting.ts';
import { aJob } from '../../setup/a-job.ts';
import { apply } from '../../setup/an-application.ts';
import { setClock } from '../../setup/clock.ts';
import { ownService } from '../../setup/own-service.ts';
import { postingLink, structuredData } from '../../setup/public-pages.ts';
import { ownFiles } from '../../setup/own-files.ts';
import { parseXml, childTexts } from '../../setup/xml.ts';

// Far from UTC. The last second of a day in other zones, and when clocks change: calendar-days.
process.env['TIME_ZONE'] = 'Pacific/Kiritimati';
const end = '2030-01-31T23:59:59+14:00';
ownFiles();
const service = await ownService();

test('a posting closes after the last second of its closeDate in the time zone, for every page and operation', async () => {
  const last = Date.parse(end) + 999;
  setClock(last - 20 * 86_400_000);
  const acme = await service.newEmployer();
  const closeDate = end.slice(0, 'YYYY-MM-DD'.length);
  const created = await acme.post('/jobs', aJob({ status: 'active', closeDate }));
  const page = postingLink(created);
  const addresses = [
    page,
    `${page}/go`,
    `${page}/apply`,
    `${service.origin}/api/v1.1/public/jobs/${created.body.id}`,
  ];
  const listed = async () =>
    (await service.anyone.get(`/public/jobs?employer=${acme.employer.id}`)).body.data.length;
  const statuses = async () => {
    const replies = addresses.map((address) => fetch(address, { redirect: 'manual' }));
    return (await Promise.all(replies)).map(({ status }) => status);
  };
  setClock(last);
  expect(await statuses()).toEqual([200, 302, 200, 200]);
  expect(await listed()).toBe(1);
  const { text } = await service.anyone.get(page);
  expect(structuredData(text)['validThrough']).toBe(end);
  await service.publishFeeds();
  const feed = parseXml((await service.anyone.get(`${service.origin}/feed.xml`)).text);
  const entry = feed.children.find(({ name }) => name === 'job');
  expect(entry && childTexts(entry, 'expirationdate')).toEqual([
    new Date(end).toISOString().replace('.000', ''),
  ]);
  const [opened = ''] = entry ? childTexts(entry, 'date') : [];
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: process.env['TIME_ZONE'] });
  const day = created.body.publishDate;
  expect(calendar.format(Date.parse(opened))).toBe(day);
  expect(calendar.format(Date.parse(opened) - 1) < day).toBe(true);
  setClock(last + 1);
  expect(await statuses()).toEqual([410, 410, 410, 410]);
  expect((await apply(service.anyone, created.body.id)).status).toBe(410);
  expect(await listed()).toBe(0);
});

test.each([
  ['2026-07-31', [60], true],
  ['2026-07-31', [60, 90], true],
  ['2026-08-30', [60, 90], true],
  ['2026-08-01', [60, 90], false],
])('a closeDate of %s is a default among %j: %s', (closeDate, defaults, expected) => {
  expect(isDefaultCloseDate({ publishDate: '2026-06-01', closeDate }, defaults)).toBe(expected);
});
