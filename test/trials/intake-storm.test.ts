import { afterAll, describe, expect, test } from '@jest/globals';
import { apply } from '../setup/an-application.ts';
import { startMailServer } from '../setup/mail-server.ts';
import { ownTable } from '../setup/own-table.ts';
import { startService } from '../setup/service.ts';

const mailServer = await startMailServer();
process.env['SMTP_URL'] = mailServer.url;
// Its own table, because a run sends the mail of all employers.
const table = await ownTable();
const service = await startService({ mayFail: true });
afterAll(async () => {
  await service.close();
  await table.drop();
  await mailServer.close();
});

const AT_ONCE = 50;

/** As a candidate who sends the form again where a busy machine has taken too long. */
async function applied(...sent: Parameters<typeof apply>) {
  for (;;) {
    const reply = await apply(...sent);
    if (reply.status !== 503) return reply;
  }
}

const atOnce = <Value>(work: (n: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(n)));

describe(`${AT_ONCE} applications at once`, () => {
  test('to one employer are all stored', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const replies = await atOnce((n) => applied(service.anyone, job.id, { email: `c${n}@example.com` }));
    expect(replies.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(201));
    const { data } = (await acme.get('/applications')).body;
    const ids = data.map(({ id }: { id: string }) => id);
    expect(new Set(ids)).toEqual(new Set(replies.map(({ body }) => body.id)));
  });

  test('that are equal are one application and one mail', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const replies = await atOnce(() => applied(service.anyone, job.id));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await acme.get('/applications')).body.data).toHaveLength(1);
    await service.runMail();
    const mails = mailServer.received.map(({ message }) => Buffer.from(message).toString('latin1'));
    expect(mails.filter((mail) => mail.includes(replies[0]?.body.id))).toHaveLength(1);
  });
});
