import { timestampFormat } from '../../../pages/public/formats.ts';
import { reportWords } from '../../../pages/public/report-words.ts';
import { words } from '../../../pages/public/words.ts';
import { buttonTo, part } from '../../../pages/mail/mail-body.ts';
import type { Mail } from '../../mail/message.ts';
import { postingPath } from '../../jobs/job/public-id.ts';
import type { Report } from '../domain/report.ts';

/** As the admin command, whoever runs the service is spoken to in English. */
const language = 'en';

/** What the mail says besides. */
interface Terms {
  timeZone: string;
  serviceName: string | undefined;
  /** The absolute URL of a path of the service; undefined where the service does not know its own. */
  siteAddress: (path: string) => string | undefined;
}

/** The mail of a report to whoever runs the service. What the reporter wrote stands last and is marked. */
export function reportMail(report: Report, { timeZone, serviceName, siteAddress }: Terms): Mail {
  const { id, reason, text, email, jobTitle, employerName, employerId, isConfidential, publicId } = report;
  const url = siteAddress(postingPath(publicId));
  const said = reportWords[language];
  const employer = `${employerName} (${employerId})${isConfidential ? ', confidential' : ''}`;
  return {
    reference: `${id}.report`,
    sender: serviceName ?? words[language].siteName,
    ...(email !== null && { replyTo: { name: '', address: email } }),
    subject: `Reported as ${reason}: ${jobTitle}`,
    body: {
      language,
      news: 'A posting was reported',
      subject: jobTitle,
      facts: [
        { name: 'Reason', value: said.reasons[reason] },
        { name: 'Employer', value: employer },
        { name: 'Received', value: timestampFormat(language, timeZone).format(new Date(report.receivedAt)) },
        { name: 'Report', value: id },
      ],
      parts: [
        ...buttonTo('View the posting', url),
        part('paragraph', `Once it is dealt with: npm run -s admin -- report close ${id}`),
        part('paragraph', 'The employer does not know of this report. Do not pass on who sent it.'),
        part('quoted', {
          heading: 'The reporter wrote',
          author: { name: 'E-mail', value: email ?? 'none' },
          texts: text === null ? [] : [{ name: 'Text', value: text }],
          facts: [],
        }),
      ],
    },
    attachments: [],
  };
}
