import { describe, expect, test } from '@jest/globals';
import {
  confirmationMail,
  type Confirmation,
} from '../../../../functions/applications/mail/confirmation-mail.ts';
import { confirmationWords } from '../../../../pages/mail/mail-words.ts';
import { applicationWords } from '../../../../pages/public/application-words.ts';
import { composeMessage } from '../../../../functions/mail/message.ts';
import { ApplicationState } from '../../../../schemas/application.ts';
import { languages, type Language } from '../../../../schemas/languages.ts';
import { FROM, parseMail } from '../../../setup/a-mail.ts';

const operator = {
  name: 'Acme Town',
  email: 'jobs@acme.example',
  privacyUrl: 'https://acme.example/privacy',
};

process.env['OPERATOR_NAME'] = operator.name;
process.env['OPERATOR_EMAIL'] = operator.email;
process.env['OPERATOR_PRIVACY_URL'] = operator.privacyUrl;
process.env['TIME_ZONE'] = 'America/Toronto';

const PAGE = 'https://jobs.example.com/application?token=0123.abc_-&lang=en';

async function mailed(fields: Partial<Confirmation> = {}, language: Language = 'en') {
  const mail = confirmationMail(
    {
      id: '0123456789abcdef0123456789abcdef',
      jobTitle: 'Baker',
      employer: { name: 'Ovenworks', website: 'https://ovenworks.example/', privacyUrl: null },
      receivedAt: new Date('2026-11-23T03:30:00Z'),
      state: 'queued',
      page: PAGE,
      ...fields,
    },
    language,
  );
  const message = await composeMessage(mail, { from: FROM, to: 'zoe@example.net', date: new Date(0) });
  return { raw: Buffer.from(message).toString('utf8'), mail: await parseMail(message) };
}

/** The URLs in HTML that a mail program could open or load. */
const addressesIn = (html = '') =>
  [...html.matchAll(/(?:href|src|action|background)="([^"]*)"|url\(([^)]*)\)/g)].map(([, one, other]) =>
    (one ?? other ?? '').replaceAll('&amp;', '&'),
  );

describe('a confirmation mail', () => {
  test.each(languages)(
    'has the same links and content as text and as HTML, and its HTML loads no resources: %s',
    async (language) => {
      const { mail } = await mailed({}, language);
      const { html = '', text = '' } = mail;
      const links = [PAGE, `${PAGE}&withdraw`, 'https://ovenworks.example/', operator.privacyUrl];
      expect(addressesIn(html)).toEqual(links);
      for (const each of [html, text])
        for (const part of [operator.name, operator.email]) expect(each).toContain(part);
      for (const address of addressesIn(html)) expect(text).toContain(` ${address}\n`);
      for (const part of ['Baker', 'Ovenworks', '22 nov']) {
        const isExpected = language === 'fr' || part !== '22 nov';
        expect([part, new RegExp(part, 'i').test(html)]).toEqual([part, isExpected]);
      }
      expect(html).not.toMatch(/<script|<img|<link|@import|<form|\son\w+=/i);
      expect(html).toContain(`<html lang="${language}">`);
    },
  );

  test.each(languages)(
    'states the status of the mail to the employer, and makes no promise for the employer: %s',
    async (language) => {
      const { contact } = confirmationWords[language];
      for (const state of ApplicationState.enum) {
        const { text } = (await mailed({ state }, language)).mail;
        for (const sentence of [applicationWords[language].states[state], contact])
          expect(text).toContain(sentence);
      }
    },
  );
});

/** Titles and names with which an employer could try to inject content. */
const hostile = [
  'Baker\r\nBcc: x@example.net',
  '"Baker" <x@example.net>',
  '=?utf-8?q?=0d=0aBcc:_x=40example.net?=',
  '<b onclick="x()">Baker</b><script>x()</script>',
  'Visit http://evil.example/path now',
  'www.evil.example and x@evil.example',
  'Baker\u2028Employer: Somebody else',
  'שלום & Söhne 👩‍🍳 ' + 'x'.repeat(200),
];

test.each(hostile)(
  'a job title or an employer name written to inject content adds no header, recipient, attachment or link to the mail: %j',
  async (text) => {
    const plain = await mailed();
    for (const fields of [
      { jobTitle: text },
      { employer: { name: text, website: 'https://ovenworks.example/', privacyUrl: null } },
    ] satisfies Partial<Confirmation>[]) {
      const { mail, raw } = await mailed(fields);
      expect(mail.headers.map(({ key }) => key)).toEqual(plain.mail.headers.map(({ key }) => key));
      expect(mail.from?.address).toBe(FROM);
      expect(mail.to).toEqual([{ name: '', address: 'zoe@example.net' }]);
      expect([mail.cc ?? mail.bcc ?? mail.replyTo, mail.attachments]).toEqual([undefined, []]);
      expect(addressesIn(mail.html).filter((each) => !each.startsWith(PAGE))).toEqual([
        'https://ovenworks.example/',
        operator.privacyUrl,
      ]);
      expect(mail.html).not.toMatch(/<script|<b\b|onclick="/);
      // The visible text has nothing that a mail program would turn into a link.
      const visible = [mail.text, mail.html?.replaceAll(/href="[^"]*"/g, '')]
        .join(' ')
        .replaceAll(PAGE, '')
        .replaceAll(/https:\/\/(?:ovenworks|acme)\.example\/|jobs@acme\.example/g, '');
      expect(visible).not.toMatch(/\w\.example|http:\/\/|\w@\w/);
      // The mail has as many lines as a mail without injected content.
      expect(mail.text?.split('\n')).toHaveLength(plain.mail.text?.split('\n').length ?? 0);
      expect(raw.match(/^(?:To|Subject|From): /gm)).toHaveLength(3);
    }
  },
);
