import { afterEach, describe, expect, test } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import { LEASE_MILLIS } from '../../../functions/mail/mail-queue.ts';
import { MailFailure } from '../../../functions/mail/mailer.ts';
import { mailTimeLimit } from '../../../functions/mail/mail-run.ts';
import { smtpLimits, smtpMailer } from '../../../functions/mail/smtp-mailer.ts';
import { languages } from '../../../schemas/languages.ts';
import { aMailedApplication, FROM, renderMail, TO, unlimited } from '../../setup/a-mail.ts';
import {
  smtpReply,
  startMailServer,
  startScriptedMailServer,
  smtpSteps,
  type SmtpStep,
} from '../../setup/mail-servers.ts';
import { answersToAll, questionOfEachType } from '../../setup/an-application.ts';
import { readFileSync } from 'node:fs';

/** The expected text of a received mail, with LF line ends. */
const mailFixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/mails/${name}.eml`, import.meta.url), 'utf8');

/** The text of a received mail, with the random boundaries of its parts replaced. */
const withoutChance = (message: Uint8Array = new Uint8Array()): string =>
  Buffer.from(message)
    .toString('utf8')
    .replaceAll(/(?<=--_NmP-)[0-9a-f]+/g, '0')
    .replaceAll('\r\n', '\n');

/** A mail that is ready to be sent. */
const aMail = (message: Uint8Array = Buffer.from('Subject: a\r\n\r\nb\r\n'), to = TO) => ({
  kind: 'application' as const,
  subjectId: 'a1',
  queuedAt: 1,
  from: FROM,
  to,
  message,
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serverWith(options: SMTPServerOptions = {}) {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
}

async function send(url: string, application = aMailedApplication(), limits = smtpLimits) {
  const message = await renderMail(application);
  await smtpMailer(url, { limits }).send(aMail(message), unlimited);
  return message;
}

type Reply = (step: SmtpStep, sent: string) => string | undefined;

const described = (error: unknown) => (error instanceof MailFailure ? `${error.fault} ${error.code}` : error);

const failureOf = (url: string): Promise<unknown> => send(url).then(() => 'no failure', described);

describe('smtpMailer', () => {
  test('transmits a mail unchanged, with the service as sender and the employer as the only recipient', async () => {
    const { url, received } = await serverWith();
    const content = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256);
    const resume = { fileName: 'a.pdf', mediaType: 'application/pdf', content };
    const coverLetter = '.\n..\n.a\nFrom here\n\n.';
    const message = await send(url, aMailedApplication({ resume, coverLetter }));
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect([mail?.from, mail?.to]).toEqual([FROM, [TO]]);
    const [sentText, text] = [message, mail!.message].map((each) => Buffer.from(each).toString('latin1'));
    expect(text!.trimEnd()).toBe(sentText!.trimEnd());
  });

  test.each(languages)(
    'transmits the mail of an application exactly as in test/fixtures/mails: %s',
    async (language) => {
      const { url, received } = await serverWith();
      const answers = questionOfEachType.map(({ id, text, type }) => ({
        question: { id, text, type },
        value: answersToAll[id],
      }));
      const message = await renderMail(aMailedApplication({ answers }), { language });
      await smtpMailer(url).send(aMail(message), unlimited);
      expect(withoutChance(received[0]?.message)).toBe(mailFixture(`application.${language}`));
    },
  );

  test('encrypts the connection when the server supports STARTTLS', async () => {
    const { url, received } = await serverWith({ disabledCommands: [] });
    const strict = smtpMailer(`${url}?tls.rejectUnauthorized=false`);
    await strict.send(aMail(), unlimited);
    expect(received[0]?.secure).toBe(true);
  });

  test('does not send over a connection whose certificate is not trusted', async () => {
    const { url, received } = await serverWith({ disabledCommands: [] });
    expect(await failureOf(url)).toBe('account smtp_unreachable');
    expect(received).toEqual([]);
  });

  test('signs in with the user name and password in the URL', async () => {
    const { url, received } = await serverWith({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        username === 'jobs' && password === 's:cret' ? done(null, { user: 1 }) : done(smtpReply(535, 'No.')),
    });
    await send(url.replace('//', '//jobs:s%3Acret@'));
    expect(received).toHaveLength(1);
    expect(await failureOf(url.replace('//', '//jobs:wrong@'))).toBe('account smtp_535');
    expect(await failureOf(url)).toBe('account smtp_530');
  });

  test.each<[string, string, SMTPServerOptions]>([
    [
      'the sender is refused',
      'account smtp_550',
      { onMailFrom: (_, __, done) => done(smtpReply(550, 'No.')) },
    ],
    ['no connection is taken', 'account smtp_421', { onConnect: (_, done) => done(smtpReply(421, 'Busy.')) }],
  ])('reports an account fault when %s: %s', async (_, expected, options) => {
    const { url } = await serverWith(options);
    expect(await failureOf(url)).toBe(expected);
  });

  test('reports an uncertain outcome when the connection is lost after DATA', async () => {
    const server = await serverWith({ onData: () => server.dropAll() });
    const { url, received } = server;
    expect(await failureOf(url)).toBe('passing smtp_no_reply');
    expect(received).toHaveLength(1);
  });
});

/** Sends a mail to a server that is stuck at a step. Returns the failure once all connections are closed. */
async function stuck(
  at: SmtpStep,
  act: 'silent' | 'trickling',
  limits: typeof smtpLimits,
  signal: AbortSignal,
) {
  const server = await startScriptedMailServer({ reply: (step) => (step === at ? act : undefined) });
  closing.push(server.close);
  const isBeforeTls = smtpSteps.indexOf(at) <= smtpSteps.indexOf('TLS');
  const mailer = smtpMailer(`smtp://jobs:secret@${server.address}?ignoreTLS=${!isBeforeTls}`, { limits });
  const failure = await mailer.send(aMail(), signal).then(() => 'no failure', described);
  await server.allClosed();
  return [at, failure];
}

/** The expected failure by step: before MAIL, only the account can be at fault. */
const blamed = Object.fromEntries(
  smtpSteps.map((step, index) => [
    step,
    index < smtpSteps.indexOf('MAIL') ? 'account smtp_unreachable' : 'passing smtp_no_reply',
  ]),
);

describe('a mail server that is stuck at any step of the conversation', () => {
  const quick = { dnsTimeout: 500, connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500 };

  test('times out when it is silent', async () => {
    const ends = smtpSteps.map((step) => stuck(step, 'silent', quick, unlimited));
    expect(Object.fromEntries(await Promise.all(ends))).toEqual(blamed);
  });

  test('receives the mail when it is only slow, even if the conversation takes longer than the silence limit', async () => {
    const { address, received, close } = await startScriptedMailServer({ delayMillis: 120 });
    closing.push(close);
    await send(`smtp://jobs:secret@${address}?ignoreTLS=true`, aMailedApplication(), quick);
    expect(received).toHaveLength(1);
  });

  test('is disconnected when the mail’s time limit has passed, even if the server still sends bytes', async () => {
    const ends = smtpSteps.map((step) => stuck(step, 'trickling', smtpLimits, AbortSignal.timeout(600)));
    expect(Object.fromEntries(await Promise.all(ends))).toEqual(blamed);
  });
});

/** Sends a mail to each address in sequence, and returns the outcomes. */
async function conversations(
  to: readonly string[],
  { reply, clock }: { reply: Reply; clock?: (mail: number) => number },
): Promise<string[]> {
  const server = await startScriptedMailServer({ reply });
  closing.push(server.close);
  let mail = 0;
  const mailer = smtpMailer(`smtp://${server.address}?ignoreTLS=true`, { clock: () => clock?.(mail) ?? 0 });
  const ends: string[] = [];
  for (; mail < to.length; mail += 1) {
    const sending = mailer.send(aMail(undefined, to[mail]), unlimited);
    ends.push(await sending.then(() => 'sent', outcomeOf));
  }
  return ends;
}

const outcomeOf = (error: unknown) => {
  if (!(error instanceof MailFailure)) return String(error);
  return error.fault === 'account' ? 'account' : `${error.fault} ${error.failure}`;
};

describe('an SMTP reply about one recipient', () => {
  test.each<[SmtpStep, string, string]>([
    ['RCPT', '550 No such user', 'refused address_refused'],
    ['RCPT', '552 Full', 'refused mailbox_full'],
    ['RCPT', '452 4.2.2 Full', 'passing mailbox_full'],
    ['RCPT', '451 4.7.1 Try later', 'passing undelivered'],
    ['mail', '451 Try later', 'passing undelivered'],
    ['mail', '552 5.3.4 Too large', 'refused mail_refused'],
    ['mail', '552 5.2.2 Full', 'refused mailbox_full'],
    ['mail', '550 5.1.1 No such user', 'refused address_refused'],
  ])('at the step %s (%s) causes the failure %s', async (at, text, expected) => {
    const reply: Reply = (step) => (step === at ? text : undefined);
    expect(await conversations([TO], { reply })).toEqual([expected]);
  });

  test.each([
    ['530 5.7.0 Sign in first', 'refused address_refused'],
    ['535 5.7.8 Not you', 'refused address_refused'],
    ['454 4.7.0 Not now', 'passing undelivered'],
  ])('(%s) causes the failure %s after a mail to another recipient was accepted', async (text, expected) => {
    const reply: Reply = (step, sent) => (step === 'RCPT' && sent.includes('bad@') ? text : undefined);
    const to = ['bad@acme.example', 'good@acme.example', 'bad@acme.example'];
    expect(await conversations(to, { reply })).toEqual(['account', 'sent', expected]);
  });
});

describe('an SMTP reply that refuses the sending account', () => {
  test('is an account fault when the server gives it for every recipient, even for those that it accepted before', async () => {
    let recipientCount = 0;
    const reply: Reply = (step) => {
      if (step === 'RCPT') recipientCount += 1;
      return step === 'RCPT' && recipientCount > 1 ? '530 5.7.0 Sign in first' : undefined;
    };
    const to = ['a@acme.example', 'b@acme.example', 'a@acme.example', 'c@acme.example'];
    const ends = await conversations(to, { reply, clock: (mail) => mail * 120_000 });
    expect(ends).toEqual(['sent', 'account', 'account', 'account']);
  });
});

describe('the time limits of mail', () => {
  test('leave a slow server enough time at each step, also for a mail of 13 MB over a slow line', () => {
    expect(mailTimeLimit(0)).toBeGreaterThanOrEqual(7 * 20_000);
    // The time for 13 MB at 200 kB per second.
    expect(mailTimeLimit(9_600_000) - mailTimeLimit(0)).toBeGreaterThan(45_000);
  });

  test('are shorter than the lease of a mail, so that no other run sends it concurrently', () => {
    expect(mailTimeLimit(10_000_000) + 60_000).toBeLessThan(LEASE_MILLIS);
  });
});
