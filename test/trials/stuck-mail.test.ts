import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { npmStart } from '../setup/local-start.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { startScriptedMailServer, smtpHangModes } from '../setup/mail-servers.ts';

/** Three recipients for whom the server is silent, and three for whom it never ends its reply. */
const stuckRecipients = smtpHangModes.flatMap((act) =>
  [1, 2, 3].map((number) => `${act}${number}@acme.example`),
);

const server = await startScriptedMailServer({
  reply: (step, sent) => (step === 'RCPT' ? smtpHangModes.find((act) => sent.includes(act)) : undefined),
});
afterAll(server.close);

/** Applies for a new job whose applications go to this address. */
async function applyTo(applicationEmail: string, { origin, apiKey }: Awaited<ReturnType<typeof npmStart>>) {
  const employer = createHttpClient(origin, { 'api-key': apiKey });
  const { body } = await employer.post('/jobs', aJob({ status: 'active', applicationEmail }));
  const { status } = await apply(createHttpClient(origin, {}), body.id, {
    email: `zoe.${applicationEmail}`,
  });
  expect(status).toBe(201);
}

describe('npm start with a mail server that never completes its reply in six connections', () => {
  test('still mails another recipient within 90 seconds, and exits within ten seconds after Ctrl-C', async () => {
    const start = await npmStart({ environment: { SMTP_URL: `smtp://${server.address}?ignoreTLS=true` } });
    for (const address of stuckRecipients) await applyTo(address, start);
    while (server.stuck() < stuckRecipients.length) await delay(50);
    const begun = performance.now();
    await applyTo('jobs@other.example', start);
    while (server.received.length === 0) await delay(50);
    expect(performance.now() - begun).toBeLessThan(90_000);
    // A request whose body never arrives is also in flight.
    const { hostname, port } = new URL(start.origin);
    const halfARequest = connect(Number(port), hostname).on('error', () => undefined);
    halfARequest.write('POST /jobs/1/apply HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na');
    await delay(200);
    const stopping = performance.now();
    await start.stop();
    expect(performance.now() - stopping).toBeLessThan(10_000);
  });
});
