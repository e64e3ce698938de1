import { afterAll, describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { parsed } from '../setup/a-mail.ts';
import { apply } from '../setup/an-application.ts';
import { startMailServer } from '../setup/mail-server.ts';
import { npmStart } from '../setup/npm-start.ts';
import { seeded } from '../setup/seeded.ts';
import { clientOf } from '../setup/client.ts';

const server = await startMailServer();
afterAll(server.close);

const environment = { SMTP_URL: server.url };
const random = seeded(20_261_122);

const RECRUITER = 'jobs@acme.example';

type Start = Awaited<ReturnType<typeof npmStart>>;

/** Posts a job that collects applications, and returns its id. */
async function post({ origin, apiKey }: Start): Promise<number> {
  const employer = clientOf(origin, { 'api-key': apiKey });
  const { body } = await employer.post('/jobs', aJob({ status: 'active', applicationEmail: RECRUITER }));
  return body.id;
}

/** The ids of the applications that the employer has received, as their mails name them. */
async function receivedIds(): Promise<string[]> {
  const received = server.received.filter(({ to }) => to.includes(RECRUITER));
  const mails = await Promise.all(received.map(({ message }) => parsed(message)));
  return mails.map(({ text }) => /^ID: (\w+)$/m.exec(text ?? '')?.[1] ?? 'no id');
}

async function until(isTrue: () => Promise<boolean>, millis = 120_000): Promise<void> {
  const deadline = performance.now() + millis;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('It never came true.');
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

describe('npm start with a mail server', () => {
  test('mails every acknowledged application, however often it is killed in between', async () => {
    const first = await npmStart({ environment });
    expect(first.greeting).toContain(`Mail: ${new URL(server.url).host}\n`);
    const { dataDir, apiKey } = first;
    const jobId = await post(first);
    let start: Start = first;
    const acknowledged: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const anyone = clientOf(start.origin, {});
      const sending = Array.from({ length: 12 }, async (_, index) => {
        const reply = await apply(anyone, jobId, { email: `zoe.${round}.${index}@example.net` }).catch(
          () => undefined,
        );
        if (reply?.status === 201) acknowledged.push(reply.body.id);
      });
      await new Promise((wake) => setTimeout(wake, random() * 4_000));
      await start.kill();
      await Promise.all(sending);
      start = await npmStart({ environment, dataDir });
    }
    expect(acknowledged.length).toBeGreaterThan(20);
    await until(async () => {
      const received = new Set(await receivedIds());
      return acknowledged.every((id) => received.has(id));
    });
    const employer = clientOf(start.origin, { 'api-key': apiKey });
    await until(async () => (await employer.get('/applications?state=queued')).body.data.length === 0);
    await start.stop();
    const ids = await receivedIds();
    const duplicates = ids.length - new Set(ids).size;
    // A kill can come between the mail server's reply and the record of it, for each mail just being sent.
    expect(duplicates).toBeLessThanOrEqual(8 * 8);
  });

  test('sends both mails of an application soon after it was killed while it sent them', async () => {
    const held = new Set<string>();
    // Of each recipient, the first mail is never answered.
    const slow = await startMailServer({
      onData: (_, { envelope }, done) => {
        const to = envelope.rcptTo.map(({ address }) => address).join();
        if (held.has(to)) done();
        held.add(to);
      },
    });
    const own = { SMTP_URL: slow.url };
    const first = await npmStart({ environment: own });
    const { dataDir, apiKey } = first;
    const email = 'zoe@example.net';
    const { body } = await apply(clientOf(first.origin, {}), await post(first), { email });
    await until(async () => held.size === 2);
    await first.kill();
    const start = await npmStart({ environment: own, dataDir });
    const employer = clientOf(start.origin, { 'api-key': apiKey });
    try {
      await until(async () => {
        const { state, confirmation } = (await employer.get(`/applications/${body.id}`)).body;
        return state === 'sent' && confirmation === 'sent';
      });
    } finally {
      await start.stop();
      await slow.close();
    }
    const recipients = slow.received.flatMap(({ to }) => to).toSorted();
    expect(recipients).toEqual([RECRUITER, RECRUITER, email, email]);
  });
});
