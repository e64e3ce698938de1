import { afterEach, describe, expect, test } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import { MailFailure } from '../../../functions/domain/mail-failure.ts';
import { smtpMailer } from '../../../functions/mail/smtp-mailer.ts';
import { aMailedApplication, FROM, messageOf, TO } from '../../setup/a-mail.ts';
import { smtpReply, startMailServer } from '../../setup/mail-server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serverWith(options: SMTPServerOptions = {}) {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
}

async function send(url: string, application = aMailedApplication()) {
  const message = await messageOf(application);
  const { id: applicationId, queuedAt } = application;
  await smtpMailer(url).send({ applicationId, queuedAt, from: FROM, to: TO, message });
  return message;
}

const failureOf = (url: string): Promise<unknown> =>
  send(url).then(
    () => 'no failure',
    (error: unknown) => (error instanceof MailFailure ? `${error.fault} ${error.code}` : error),
  );

describe('the mailer over SMTP', () => {
  test('hands a mail over, byte for byte, from the service to the employer alone', async () => {
    const { url, received } = await serverWith();
    const content = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256);
    const resume = { fileName: 'a.pdf', mediaType: 'application/pdf', content };
    const coverLetter = '.\n..\n.a\nFrom here\n\n.';
    const message = await send(url, aMailedApplication({ resume, coverLetter }));
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect([mail?.from, mail?.to]).toEqual([FROM, [TO]]);
    expect(Buffer.from(mail!.message).toString('latin1').trimEnd()).toBe(
      Buffer.from(message).toString('latin1').replaceAll(/\r?\n/g, '\r\n').trimEnd(),
    );
  });

  test('encrypts the connection when the server can (STARTTLS)', async () => {
    const { url, received } = await serverWith({ disabledCommands: [] });
    const strict = smtpMailer(`${url}?tls.rejectUnauthorized=false`);
    const application = aMailedApplication();
    const message = await messageOf(application);
    const { id: applicationId, queuedAt } = application;
    await strict.send({ applicationId, queuedAt, from: FROM, to: TO, message });
    expect(received[0]?.secure).toBe(true);
  });

  test('does not send over a connection whose certificate nobody vouches for', async () => {
    const { url, received } = await serverWith({ disabledCommands: [] });
    expect(await failureOf(url)).toBe('account smtp_unreachable');
    expect(received).toEqual([]);
  });

  test('signs in with the name and password of the address', async () => {
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
      'the address is refused for good',
      'refused smtp_550',
      { onRcptTo: (_, __, done) => done(smtpReply(550, 'No such user.')) },
    ],
    [
      'the address is refused for now',
      'passing smtp_451',
      { onRcptTo: (_, __, done) => done(smtpReply(451, 'Try later.')) },
    ],
    [
      'the sender is refused',
      'account smtp_550',
      { onMailFrom: (_, __, done) => done(smtpReply(550, 'Not you.')) },
    ],
    [
      'the content is refused for good',
      'refused smtp_554',
      { onData: (_, __, done) => done(smtpReply(554, 'Spam.')) },
    ],
    [
      'the content is refused for now',
      'passing smtp_452',
      { onData: (_, __, done) => done(smtpReply(452, 'Full.')) },
    ],
    [
      'the server takes no connections',
      'account smtp_421',
      { onConnect: (_, done) => done(smtpReply(421, 'Busy.')) },
    ],
  ])('says what it means when %s: %s', async (_, expected, options) => {
    const { url } = await serverWith(options);
    expect(await failureOf(url)).toBe(expected);
  });

  test('blames no mail when there is no server', async () => {
    const { url, close } = await startMailServer();
    await close();
    expect(await failureOf(url)).toBe('account smtp_unreachable');
  });

  test('holds it possible that the mail was sent when the connection is lost after DATA', async () => {
    const server = await serverWith({ onData: () => server.dropAll() });
    const { url, received } = server;
    expect(await failureOf(url)).toBe('passing smtp_no_reply');
    expect(received).toHaveLength(1);
  });
});
