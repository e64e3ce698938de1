import { buttonTo, part } from '../../../pages/mail/mail-body.ts';
import { mailWords } from '../../../pages/mail/mail-words.ts';
import { recruitingWords } from '../../../pages/public/recruiting-words.ts';
import { words } from '../../../pages/public/words.ts';
import { confirmationWords } from '../../../pages/mail/confirmation-words.ts';
import { jobName } from '../application/job-name.ts';
import type { Mail } from '../../mail/message.ts';
import type { RecruitingJob } from '../recruiters/recruited-jobs.ts';

interface Terms {
  /** The address of the page. */
  url: string;
  /** When it was asked for (ISO 8601). */
  askedAt: string;
  /** What the service is called; undefined where it has no name of its own. */
  serviceName: string | undefined;
}

/** The mail with a new link to the page for recruiters (interface 12.13). It says nothing of who applied. */
export function linkMail(
  { jobId, job: { title, referenceId }, profile: { language } }: RecruitingJob,
  { url, askedAt, serviceName }: Terms,
): Mail {
  const said = recruitingWords[language];
  const job = jobName(title, referenceId);
  return {
    reference: `${jobId}.${Date.parse(askedAt)}.link`,
    sender: serviceName ?? words[language].siteName,
    subject: mailWords[language].named(said.newLink, job),
    body: {
      language,
      news: said.newLink,
      subject: job,
      facts: [],
      parts: [
        ...buttonTo(mailWords[language].all, url),
        ...[said.newLinkHint, confirmationWords[language].noReply].map((text) => part('paragraph', text)),
      ],
    },
    attachments: [],
  };
}
