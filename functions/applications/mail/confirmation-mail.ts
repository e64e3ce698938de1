import { applicationWords } from '../../../pages/public/application-words.ts';
import { longDateFormat } from '../../../pages/public/formats.ts';
import { words } from '../../../pages/public/words.ts';
import { part } from '../../../pages/mail/mail-body.ts';
import { mailWords } from '../../../pages/mail/mail-words.ts';
import type { ApplicationState } from '../../../schemas/application.ts';
import type { Language } from '../../../schemas/languages.ts';
import { nameInHeader } from '../../mail/name-in-header.ts';
import type { Mail } from '../../mail/message.ts';
import { confirmationWords } from '../../../pages/mail/confirmation-words.ts';

/** What a confirmation says. Nothing in it was typed by who applied. */
export interface Confirmation {
  /** The public id of the application. */
  id: string;
  jobTitle: string;
  /** Undefined where the candidate may not know it. */
  employer: { name: string; website: string | null; privacyUrl: string | null } | undefined;
  receivedAt: Date;
  /** What has become of the mail to the employer. */
  state: ApplicationState;
  /** The address of the candidate's own page, and of the one that withdraws. */
  page: string;
  withdrawal: string;
}

interface Terms {
  language: Language;
  /** What the service is called; undefined where it has no name of its own. */
  serviceName: string | undefined;
  /** The time zone in which days are named. */
  timeZone: string;
}

/** Mail programs make links of what looks like an address. An invisible character (zero-width non-joiner) keeps them from it. */
const unlinked = (value: string) => value.replaceAll(/(?<=\S)[.:@/](?=\S)/g, '$&\u200C');

const linkTo = (label: string, url: string | null) => (url === null ? [] : [{ words: label, url }]);

/**
 * The mail that confirms an application to its candidate (interface 11.12). It has no Reply-To: a reply reaches nobody,
 * and the address of the employer is not for candidates.
 */
export function confirmationMail(
  { id, jobTitle, employer, receivedAt, state, page, withdrawal }: Confirmation,
  { language, serviceName, timeZone }: Terms,
): Mail {
  const said = confirmationWords[language];
  const service = serviceName ?? words[language].siteName;
  const sender = employer && nameInHeader(employer.name);
  const name = employer && unlinked(employer.name);
  const paragraphs = [applicationWords[language].states[state], said.contact, said.noReply, said.why];
  return {
    reference: `${id}.confirmation`,
    sender: sender === undefined ? service : mailWords[language].via(sender, service),
    subject: mailWords[language].named(said.received, jobTitle),
    body: {
      language,
      news: said.received,
      subject: unlinked(jobTitle),
      facts: [
        ...(name === undefined ? [] : [{ name: said.employer, value: name }]),
        { name: said.receivedOn, value: longDateFormat(language, timeZone).format(receivedAt) },
      ],
      parts: [
        part('button', { words: said.open, url: page }),
        ...paragraphs.map((text) => part('paragraph', text)),
        part('links', [
          { words: said.withdraw, url: withdrawal },
          ...(employer && name !== undefined
            ? [
                ...linkTo(said.website(name), employer.website),
                ...linkTo(said.privacy(name), employer.privacyUrl),
              ]
            : []),
        ]),
      ],
    },
    attachments: [],
  };
}
