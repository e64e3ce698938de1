import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { MailKind } from '../../../functions/mail/mailer.ts';
import { outbox, outboxMailer } from '../../../functions/mail/outbox.ts';
import { unlimited } from '../../setup/a-mail.ts';
import { newFolder } from '../../setup/new-folder.ts';

const root = await newFolder();
let made = 0;
const missingFolder = () => join(root, String((made += 1)));

const mailOf = (subjectId: string, text: string, kind: MailKind = 'application') => ({
  kind,
  subjectId,
  queuedAt: 1,
  from: 'a@example.com',
  to: 'b@example.com',
  message: Buffer.from(text),
});

describe('the outbox', () => {
  test('stores each mail in one file named after its application, and a repeated mail replaces it', async () => {
    const folder = missingFolder();
    const { send } = outboxMailer(folder);
    await send(mailOf('a1', 'first'), unlimited);
    await send(mailOf('b2', 'other'), unlimited);
    await send(mailOf('a1', 'again'), unlimited);
    expect((await readdir(folder)).toSorted()).toEqual(['a1.eml', 'b2.eml']);
    expect(await readFile(join(folder, 'a1.eml'), 'utf8')).toBe('again');
  });

  test('never exposes a partial mail, even when many mails are written concurrently', async () => {
    const folder = missingFolder();
    const { put, get } = outbox(folder);
    const long = 'x'.repeat(1_000_000);
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => put('a1', Buffer.from(`${index}${long}`))),
      ...Array.from({ length: 20 }, async () => {
        const mail = await get('a1');
        expect(mail === undefined || mail.length > 1_000_000).toBe(true);
      }),
    ]);
    expect(await readdir(folder)).toEqual(['a1.eml']);
  });

  test('stores a confirmation in a different file from the application’s mail, and recall removes both', async () => {
    const folder = missingFolder();
    const { send, recall } = outboxMailer(folder);
    await send(mailOf('a1', 'mail'), unlimited);
    await send(mailOf('a1', 'confirmation', 'confirmation'), unlimited);
    expect((await readdir(folder)).toSorted()).toEqual(['a1.eml', 'a1_confirmation.eml']);
    // A process that is killed while it writes leaves a draft.
    await writeFile(join(folder, 'a1.eml.draft'), 'half a mail');
    await send(mailOf('b2', 'other'), unlimited);
    await recall?.('a1');
    await recall?.('a1');
    expect(await readdir(folder)).toEqual(['b2.eml']);
  });

  test('rejects a path and an empty text as the name of a mail', async () => {
    const { get } = outbox(missingFolder());
    for (const name of ['../../etc/passwd', '']) await expect(get(name)).rejects.toThrow(RangeError);
  });
});
