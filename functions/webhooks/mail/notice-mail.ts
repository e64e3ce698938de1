import { part } from '../../../pages/mail/mail-body.ts';
import { noticeWords } from '../../../pages/mail/notice-words.ts';
import { exactTime } from '../../../pages/public/formats.ts';
import { words } from '../../../pages/public/words.ts';
import type { Mail } from '../../applications/mail/message.ts';
import type { Notice } from '../domain/notice.ts';

interface Terms {
  timeZone: string;
  serviceName: string | undefined;
}

/** The mail that tells the owner of a webhook since when and why it is disabled, and how it goes on. */
export function noticeMail(notice: Notice, since: Date, { timeZone, serviceName }: Terms): Mail {
  const { employerId, id, url, reason, attempt, language } = notice;
  const said = noticeWords[language];
  const response = attempt?.status ?? attempt?.error;
  return {
    reference: `${employerId}.${id}.${since.getTime()}.webhook`,
    sender: serviceName ?? words[language].siteName,
    subject: said.subject,
    body: {
      language,
      news: said.news,
      subject: url,
      facts: [
        { name: said.reason, value: said.reasons[reason] },
        ...(response === undefined || response === null
          ? []
          : [{ name: said.response, value: String(response) }]),
        { name: said.since, value: exactTime(language, timeZone).format(since) },
      ],
      parts: [part('paragraph', said.resume(`PUT /webhooks/${id}`, '{"status": "active"}'))],
    },
    attachments: [],
  };
}
