import type { Language } from '../../schemas/languages.ts';
import { html } from '../html.ts';
import type { Frame, Operator } from './frame.ts';
import { pageAddresses, textPage } from './layout.ts';
import { operatorWords } from './footer.ts';
import { reportWords } from './report-words.ts';
import { withUserText } from './user-text.ts';

const english = {
  heading: 'Reporting a posting',
  how: (link: string) =>
    `Every posting has a link at its end, “${link}”. Anybody can use it: there is no account, and an e-mail address is optional.`,
  ourPolicy: 'Our policy says what happens then:',
  whatHeading: 'What to report',
  what: [
    'Postings that ask for money, or for bank details or identity documents before anybody has been hired',
    'Postings for jobs that do not exist, or in the name of somebody else',
    'Postings that are wrong, misleading or out of date',
    'Postings that discriminate, or break a law in another way',
  ],
  nextHeading: 'What we do',
  reads: (name: string) => `${name} reads every report and looks at the posting.`,
  next: [
    'A posting that is a fraud or against the law is taken down, and its employer can be barred from this site.',
    'If it is inaccurate, we ask the employer to correct it.',
    'The employer does not learn who reported it.',
    'A report is sent to us by e-mail, and this site keeps no copy.',
  ],
  contact: 'To ask about a report, or to contest what we did, write to us:',
};

const french: typeof english = {
  heading: 'Signaler une offre',
  how: (link) =>
    `Chaque offre se termine par un lien, «\u00A0${link}\u00A0». Tout le monde peut l’utiliser\u00A0: il ne faut pas de compte, et l’adresse courriel est facultative.`,
  ourPolicy: 'Notre politique explique la suite\u00A0:',
  whatHeading: 'Que signaler',
  what: [
    'Les offres où l’on demande de l’argent, ou des coordonnées bancaires ou des pièces d’identité avant toute embauche',
    'Les offres de postes qui n’existent pas, ou publiées au nom de quelqu’un d’autre',
    'Les offres fausses, trompeuses ou dépassées',
    'Les offres discriminatoires, ou contraires à la loi d’une autre façon',
  ],
  nextHeading: 'Ce que nous faisons',
  reads: (name) => `${name} lit chaque signalement et examine l’offre.`,
  next: [
    'Une offre frauduleuse ou contraire à la loi est retirée, et son employeur peut être exclu de ce site.',
    'Si elle est inexacte, nous demandons à l’employeur de la corriger.',
    'L’employeur n’apprend pas qui l’a signalée.',
    'Un signalement nous est envoyé par courriel, et ce site n’en garde pas de copie.',
  ],
  contact: 'Pour toute question sur un signalement, ou pour contester notre décision, écrivez-nous\u00A0:',
};

const words: Record<Language, typeof english> = { en: english, fr: french };

const bulletList = (lines: readonly string[]) =>
  html`<ul>
    ${lines.map((line) => html`<li>${line}</li> `)}
  </ul>`;

/** The policy on reports: a link to the operator's own, or the default policy. */
export function reportingPage(url: string, { name, email, policyUrl }: Operator, frame: Frame): string {
  const texts = words[frame.language];
  const { deceived, antiFraudCentre } = reportWords[frame.language];
  const policy =
    policyUrl === undefined
      ? html`<h2>${texts.whatHeading}</h2>
          ${bulletList(texts.what)}
          <h2>${texts.nextHeading}</h2>
          <p>${withUserText(texts.reads, name)}</p>
          ${bulletList(texts.next)}`
      : html`<p>${texts.ourPolicy} <a href="${policyUrl}">${policyUrl}</a></p> `;
  return textPage(
    frame,
    texts.heading,
    html`<p>${texts.how(operatorWords[frame.language].report)}</p>
      ${policy}
      <p>${deceived} <a href="${antiFraudCentre}">${new URL(antiFraudCentre).host}</a></p>
      <p>${texts.contact} <a href="mailto:${email}">${email}</a></p>`,
    pageAddresses(url, frame),
  );
}
