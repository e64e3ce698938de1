import { buttonTo, part } from '../../../pages/mail/mail-body.ts';
import { mailWords } from '../../../pages/mail/mail-words.ts';
import { decimalFormat } from '../../../pages/public/formats.ts';
import { words } from '../../../pages/public/words.ts';
import type { Language } from '../../../schemas/languages.ts';
import { confirmationWords } from '../../../pages/mail/confirmation-words.ts';
import type { Mail } from '../../mail/message.ts';
import { digestWords } from '../../../pages/mail/digest-words.ts';

/** The most jobs that a mail names. */
const NAMED_JOBS = 50;

/** How many applications for jobs wait, and the addresses of the pages that have them. */
export interface Digest {
  reference: string;
  jobs: readonly { name: string; held: number; undelivered: number; url: string | null }[];
}

interface Terms {
  language: Language;
  /** What the service is called; undefined where it has no name of its own. */
  serviceName: string | undefined;
}

/** The mail that says how many applications for the jobs of an address wait (interface 11.6). It says nothing of who applied. */
export function digestMail({ reference, jobs }: Digest, { language, serviceName }: Terms): Mail {
  const said = digestWords[language];
  const number = (count: number) => decimalFormat(language, '').format(count);
  const sumOf = (kind: 'held' | 'undelivered') => jobs.reduce((sum, job) => sum + job[kind], 0);
  const kinds = (['held', 'undelivered'] as const).filter((kind) => sumOf(kind) > 0);
  const [first, ...others] = jobs;
  const subject = first && others.length === 0 ? first.name : said.jobs(number(jobs.length));
  const links = jobs
    .slice(0, NAMED_JOBS)
    .flatMap(({ name, held, undelivered, url }) =>
      url === null ? [] : [{ words: `${name} (${number(held + undelivered)})`, url }],
    );
  const paragraphs = [
    ...(jobs.length > NAMED_JOBS ? [said.others(number(jobs.length - NAMED_JOBS))] : []),
    ...kinds.map((kind) => said[`${kind}Means`]),
    said.reminder,
    confirmationWords[language].noReply,
  ];
  return {
    reference,
    sender: serviceName ?? words[language].siteName,
    subject: mailWords[language].named(said.waiting, subject),
    body: {
      language,
      news: said.waiting,
      subject,
      facts: kinds.map((kind) => ({ name: said[kind], value: number(sumOf(kind)) })),
      parts: [
        ...(others.length === 0 ? buttonTo(mailWords[language].all, first?.url) : [part('links', links)]),
        ...paragraphs.map((text) => part('paragraph', text)),
      ],
    },
    attachments: [],
  };
}
