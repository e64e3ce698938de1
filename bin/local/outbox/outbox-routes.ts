import { join } from 'node:path';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { contentDisposition } from '../../../functions/platform/files/file-store.ts';
import type { Handler, Outgoing } from '../../../functions/http/incoming.ts';
import { pagePolicy } from '../../../functions/http/public-page-response.ts';
import { outbox } from '../../../functions/mail/outbox.ts';
import { setting } from '../../../functions/platform/config.ts';
import { listPage, mailPage, missingMailPage, OUTBOX_PATH, outboxStyle } from './outbox-pages.ts';

const LISTED_MAX = 50;

const folder = () => outbox(join(setting('DATA_DIR'), 'outbox'));

const secure = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

const policy = pagePolicy([outboxStyle]);

const page = (body: string, statusCode = 200): Outgoing => ({
  statusCode,
  headers: {
    ...secure,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  },
  body,
});

const missing = () => page(missingMailPage(), 404);

/** The mail of a request; undefined if it is not in the outbox. */
async function mailOf({ pathParameters = {} }: APIGatewayProxyEventV2): Promise<Email | undefined> {
  const id = pathParameters['id'] ?? '';
  const message = /^\w+$/.test(id) ? await folder().get(id) : undefined;
  return message && PostalMime.parse(message);
}

/** Reads only the headers: reading whole mails with their files for a list takes seconds and all memory. */
const list: Handler = async () => {
  const { list: entries, headersOf } = folder();
  const all = await entries();
  const mails = [];
  for (const { name, at } of all.slice(0, LISTED_MAX)) {
    const headers = await headersOf(name);
    if (headers) mails.push({ name, at, mail: await PostalMime.parse(headers) });
  }
  return page(listPage(mails, all.length));
};

const show: Handler = async (event) => {
  const mail = await mailOf(event);
  return mail ? page(mailPage(event.pathParameters?.['id'] ?? '', mail)) : missing();
};

/** Shows the HTML of a mail as a mail client does: with its own styles, but without scripts or external content. */
const showHtml: Handler = async (event) => {
  const mail = await mailOf(event);
  if (mail?.html === undefined) return missing();
  const response = page(mail.html);
  return {
    ...response,
    headers: {
      ...response.headers,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  };
};

/** Serves a file as a download, so that no browser shows it as a page of this origin, whatever its content. */
const download = ({ filename, content }: Attachment): Outgoing => ({
  statusCode: 200,
  headers: {
    ...secure,
    'content-type': 'application/octet-stream',
    'content-disposition': contentDisposition((filename ?? 'attachment').toWellFormed()),
    'content-security-policy': "default-src 'none'; sandbox",
  },
  body: Buffer.from(content as ArrayBuffer).toString('base64'),
  isBase64Encoded: true,
});

const attachment: Handler = async (event) => {
  const mail = await mailOf(event);
  const file = mail?.attachments[Number(event.pathParameters?.['number'] ?? NaN)];
  return file ? download(file) : missing();
};

/** The pages of the outbox, which stores mails locally instead of sending them. */
export const outboxRoutes = {
  [`GET ${OUTBOX_PATH}`]: list,
  [`GET ${OUTBOX_PATH}/{id}`]: show,
  [`GET ${OUTBOX_PATH}/{id}/html`]: showHtml,
  [`GET ${OUTBOX_PATH}/{id}/attachments/{number}`]: attachment,
};
