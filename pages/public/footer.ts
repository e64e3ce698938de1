import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import { localized, type Frame } from './frame.ts';
import { withUserText } from './user-text.ts';

const english = {
  runBy: (name: string) => `Site run by ${name}`,
  privacy: 'Privacy notice',
  report: 'Report this posting',
  reporting: 'How we handle reports',
};

const french: typeof english = {
  runBy: (name) => `Site exploité par ${name}`,
  privacy: 'Avis de confidentialité',
  report: 'Signaler cette offre',
  reporting: 'Traitement des signalements',
};

/** Words about the operator, by language. */
export const operatorWords: Record<Language, typeof english> = { en: english, fr: french };

/** Footer of every page: operator, contact and, on a posting, the report link. */
export function footer(frame: Frame, reportUrl?: string): Html | undefined {
  const { site, language } = frame;
  if (!site) return undefined;
  const { name, email, privacyUrl } = site.operator;
  const texts = operatorWords[language];
  return html`<footer>
    <ul>
      ${reportUrl !== undefined && html`<li><a href="${localized(reportUrl, frame)}">${texts.report}</a></li> `}
      <li>${withUserText(texts.runBy, name)}</li>
      <li><a href="mailto:${email}">${email}</a></li>
      <li><a href="${privacyUrl}">${texts.privacy}</a></li>
      <li><a href="${localized(`${site.url}/reporting`, frame)}">${texts.reporting}</a></li>
    </ul>
  </footer> `;
}
