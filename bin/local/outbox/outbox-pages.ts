import type { Address, Email } from 'postal-mime';
import { html, type Html } from '../../../pages/html.ts';
import { publicLayout } from '../../../pages/public/layout.ts';
import { style } from '../../../pages/public/style.ts';

export const OUTBOX_PATH = '/outbox';

/** The style of the outbox: the style of public pages with rules for mails. */
export const outboxStyle = `${style}
.mails { list-style: none; margin: 1.5rem 0; padding: 0; border-top: 1px solid var(--line); }
.mails li { padding: 1rem 0; border-bottom: 1px solid var(--line); }
.mails a { font-size: 1.1rem; font-weight: 600; }
.mails p { margin: .2rem 0 0; }
.headers { grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 1.5rem 0; }
.headers dd { min-width: 0; }
.text { white-space: pre-wrap; font: inherit; margin: 0; padding: 1.25rem; border-radius: .5rem;
  background: var(--shade); }
.files { margin: 1.5rem 0; padding-left: 1.25rem; }`;

const page = (title: string, main: Html): string =>
  publicLayout({ frame: { language: 'en', isChosen: true }, title, style: outboxStyle, main });

const people = (addresses: readonly (Address | undefined)[] = []) =>
  addresses
    .filter((each) => each !== undefined)
    .map(({ name, address = '' }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ');

const time = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Detects attachments from the headers, because the list does not read bodies. */
const hasAttachments = ({ headers }: Email) =>
  headers.some(({ key, value }) => key === 'content-type' && value.startsWith('multipart/mixed'));

interface ListedMail {
  name: string;
  at: Date;
  mail: Email;
}

const listed = ({ name, at, mail }: ListedMail) =>
  html`<li>
    <a href="${OUTBOX_PATH}/${name}" dir="auto">${mail.subject ?? 'No subject'}</a>
    <p><bdi>${people(mail.replyTo ?? [mail.from])}</bdi> to <bdi>${people(mail.to)}</bdi></p>
    <p class="quiet">${time(at)}${hasAttachments(mail) && ', with attachments'}</p>
  </li>`;

const none = html`<p>
  No mail yet. When somebody applies for a job whose applications are collected by the service, the mail to
  the employer is here within seconds.
</p>`;

/** The list of the newest mails; `total` counts all mails. */
export const listPage = (mails: readonly ListedMail[], total: number): string =>
  page(
    'Outbox',
    html`<h1>Outbox</h1>
      <p class="quiet">
        Mail that this machine keeps instead of sending
        it.${total > mails.length && ` These are the newest ${mails.length} of ${total}.`}
      </p>
      ${
        mails.length > 0
          ? html`<ol class="mails">
              ${mails.map(listed)}
            </ol>`
          : none
      }`,
  );

const attachments = (id: string, mail: Email) =>
  mail.attachments.length > 0 &&
  html`<h2>Attachments</h2>
    <ul class="files">
      ${mail.attachments.map(
        ({ filename, mimeType, content }, index) =>
          html`<li>
            <a href="${OUTBOX_PATH}/${id}/attachments/${index}" download dir="auto"
              >${filename ?? 'attachment'}</a
            >
            <span class="quiet"
              >${mimeType}, ${(content as ArrayBuffer).byteLength.toLocaleString('en')} bytes</span
            >
          </li>`,
      )}
    </ul>`;

/** The page of a mail: all headers, the text, a link to the HTML, and the attachments to download. */
export const mailPage = (id: string, mail: Email): string =>
  page(
    mail.subject ?? 'No subject',
    html`<p><a href="${OUTBOX_PATH}">Outbox</a></p>
      <h1 dir="auto">${mail.subject ?? 'No subject'}</h1>
      <dl class="headers">
        <dt>From</dt>
        <dd dir="auto">${people([mail.from])}</dd>
        <dt>To</dt>
        <dd dir="auto">${people(mail.to)}</dd>
        <dt>Reply-To</dt>
        <dd dir="auto">${people(mail.replyTo)}</dd>
        <dt>Date</dt>
        <dd>${mail.date ?? ''}</dd>
        <dt>Message-ID</dt>
        <dd>${mail.messageId ?? ''}</dd>
      </dl>
      <pre class="text" dir="auto">${mail.text ?? ''}</pre>
      ${mail.html !== undefined && html`<p><a href="${OUTBOX_PATH}/${id}/html">As HTML</a></p>`}
      ${attachments(id, mail)}`,
  );

export const missingMailPage = (): string =>
  page(
    'Not in the outbox',
    html`<h1>Not in the outbox</h1>
      <p>This mail was never there, or its application was erased.</p>
      <p><a href="${OUTBOX_PATH}">Outbox</a></p>`,
  );
