import { describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { startMailServer } from '../setup/mail-servers.ts';
import { npmStart } from '../setup/local-start.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { waitUntil } from '../setup/starts.ts';

const RECRUITER = 'jobs@acme.example';

type Start = Awaited<ReturnType<typeof npmStart>>;

/** Creates a job that accepts applications, and returns its id. */
async function post({ origin, apiKey }: Start): Promise<number> {
  const employer = createHttpClient(origin, { 'api-key': apiKey });
  const { body } = await employer.post('/jobs', aJob({ status: 'active', applicationEmail: RECRUITER }));
  return body.id;
}

describe('npm start with a mail server', () => {
  test('prints the mail server, and after kill -9 during sending soon sends both mails of an application', async () => {
    const held = new Set<string>();
    // The server never responds to the first mail for each recipient.
    const slow = await startMailServer({
      onData: (_, { envelope }, done) => {
        const to = envelope.rcptTo.map(({ address }) => address).join();
        if (held.has(to)) done();
        held.add(to);
      },
    });
    const environment = { SMTP_URL: slow.url };
    const killed = await npmStart({ environment: environment });
    expect(killed.greeting).toContain(`Mail: ${new URL(slow.url).host}\n`);
    const { dataDir, apiKey } = killed;
    const email = 'zoe@example.net';
    const { body } = await apply(createHttpClient(killed.origin, {}), await post(killed), { email });
    await waitUntil('both mails are being sent', () => held.size === 2);
    await killed.kill();
    const start = await npmStart({ environment: environment, dataDir });
    const employer = createHttpClient(start.origin, { 'api-key': apiKey });
    try {
      await waitUntil('both mails are sent', async () => {
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
