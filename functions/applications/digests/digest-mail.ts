import { buttonTo, part } from '../../../pages/mail/mail-body.ts';
import { mailWords } from '../../../pages/mail/mail-words.ts';
import { decimal } from '../../../pages/public/formats.ts';
import { words } from '../../../pages/public/words.ts';
import type { Language } from '../../../schemas/languages.ts';
import { confirmationWords } from '../confirmations/confirmation-words.ts';
import { jobName } from '../domain/job-name.ts';
import type { Mail } from '../mail/message.ts';
import { digestWords } from './digest-words.ts';

/** How many applications for a job wait, on a day (`YYYY-MM-DD`), and the address of the page that has them. */
export interface Digest {
  jobId: number;
  jobTitle: string;
  referenceId: string | null;
  held: number;
  undelivered: number;
  day: string;
  url: string;
}

interface Terms {
  language: Language;
  /** What the service is called; undefined where it has no name of its own. */
  serviceName: string | undefined;
}

/** The mail that says how many applications for a job wait (interface 11.6). It says nothing of who applied. */
export function digestMail(
  { jobId, jobTitle, referenceId, day, url, ...counts }: Digest,
  { language, serviceName }: Terms,
): Mail {
  const said = digestWords[language];
  const job = jobName(jobTitle, referenceId);
  const kinds = (['held', 'undelivered'] as const).filter((kind) => counts[kind] > 0);
  const paragraphs = [
    ...kinds.map((kind) => said[`${kind}Means`]),
    said.reminder,
    confirmationWords[language].noReply,
  ];
  return {
    reference: `${jobId}.${day}.digest`,
    sender: serviceName ?? words[language].siteName,
    subject: mailWords[language].named(said.waiting, job),
    body: {
      language,
      news: said.waiting,
      subject: job,
      facts: kinds.map((kind) => ({ name: said[kind], value: decimal(language, '').format(counts[kind]) })),
      parts: [
        ...buttonTo(mailWords[language].all, url),
        ...paragraphs.map((text) => part('paragraph', text)),
      ],
    },
    attachments: [],
  };
}
