import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import type { Frame } from './frame.ts';
import { withUserText } from './user-text.ts';

const english = {
  employer: (name: string) => `Your application is for ${name}.`,
  confidential: 'This employer has chosen to stay anonymous.',
  operator: (days: number) => (name: string) =>
    `${name}, which runs this site, collects your application, keeps it for up to ${days} days and sends it to the employer, who decides whom to hire. Your information may be stored or accessed outside Quebec.`,
  rights:
    'After you apply, you can withdraw your consent at any time. We then delete your application from this site. To see or correct your information, or to ask a question, write to us at',
  relayed: 'We forward your questions to the employer.',
};

const french: typeof english = {
  employer: (name) => `Votre candidature est destinée à ${name}.`,
  confidential: 'Cet employeur a choisi de rester anonyme.',
  operator: (days) => (name) =>
    `${name}, qui exploite ce site, recueille votre candidature, la conserve pendant au plus ${days} jours et la transmet à l’employeur, qui choisit la personne à embaucher. Elle peut être conservée ou consultée à l’extérieur du Québec.`,
  rights:
    'Sur la page qui suit ce formulaire, vous pourrez retirer votre consentement, ce qui effacera votre candidature ici. Pour consulter ou faire rectifier les renseignements que nous avons sur vous, ou pour toute question à leur sujet, écrivez-nous\u00A0:',
  relayed: 'Nous transmettons vos questions à l’employeur.',
};

const words: Record<Language, typeof english> = { en: english, fr: french };

/** Privacy notice before data collection: recipient, operator, retention, rights and contact. */
export function collectionNotice(
  { employer, days }: { employer: string | null; days: number },
  { site, language }: Frame,
): Html | undefined {
  if (!site) return undefined;
  const texts = words[language];
  const { name, email } = site.operator;
  return html`<p class="quiet notice">
      ${employer === null ? texts.confidential : withUserText(texts.employer, employer.replace(/\.$/, ''))}
      ${withUserText(texts.operator(days), name)}
    </p>
    <p class="quiet notice">
      ${texts.rights} <a href="mailto:${email}">${email}</a>. ${employer === null && texts.relayed}
    </p> `;
}
