import { html, type Html } from '../html.ts';
import { localized, type Frame } from './frame.ts';
import { operatorWords } from './operator-words.ts';
import { around } from './typed-text.ts';

/** What stands below every page of the site: who runs it, and how to reach them; of a posting, how to report it. */
export function footer(frame: Frame, reportUrl?: string): Html | undefined {
  const { site, language } = frame;
  if (!site) return undefined;
  const { name, email, privacyUrl } = site.operator;
  const said = operatorWords[language];
  return html`<footer>
    <ul>
      ${reportUrl !== undefined && html`<li><a href="${localized(reportUrl, frame)}">${said.report}</a></li> `}
      <li>${around(said.runBy, name)}</li>
      <li><a href="mailto:${email}">${email}</a></li>
      <li><a href="${privacyUrl}">${said.privacy}</a></li>
      <li><a href="${localized(`${site.url}/reporting`, frame)}">${said.reporting}</a></li>
      <li><a href="${localized(`${site.url}/`, frame)}">${said.home}</a></li>
    </ul>
  </footer> `;
}
