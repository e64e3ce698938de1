import { part } from '../../../pages/mail/mail-body.ts';
import { noticeWords } from '../../../pages/mail/notice-words.ts';
import { timestampFormat } from '../../../pages/public/formats.ts';
import { words } from '../../../pages/public/words.ts';
import type { Mail } from '../../mail/message.ts';
import type { Notice } from '../domain/notice.ts';

interface Terms {
  timeZone: string;
  serviceName: string | undefined;
}

/** The mail that tells the owner of a webhook since when and why it is disabled, and how it goes on. */
export function noticeMail(
  { webhook, language }: Pick<Notice, 'webhook' | 'language'>,
  since: Date,
  { timeZone, serviceName }: Terms,
): Mail {
  const { employerId, id, url, reason, attempts } = webhook;
  const said = noticeWords[language];
  const last = attempts.at(-1);
  const response = last?.status ?? last?.error ?? null;
  return {
    reference: `${employerId}.${id}.${since.getTime()}.webhook`,
    sender: serviceName ?? words[language].siteName,
    subject: said.subject,
    body: {
      language,
      news: said.news,
      subject: url,
      facts: [
        { name: said.reason, value: said.reasons[reason ?? 'failed'] },
        ...(response === null ? [] : [{ name: said.response, value: String(response) }]),
        { name: said.since, value: timestampFormat(language, timeZone).format(since) },
      ],
      parts: [part('paragraph', said.resume(`PUT /webhooks/${id}`, '{"status": "active"}'))],
    },
    attachments: [],
  };
}
