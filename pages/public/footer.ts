import { html, type Html } from '../html.ts';
import type { Frame } from './frame.ts';
import { operatorWords } from './operator-words.ts';
import { around } from './typed-text.ts';

/** What stands below every page of the site: who runs it, and how to reach them. */
export function footer({ site, language }: Frame): Html | undefined {
  if (!site) return undefined;
  const { name, email, privacyUrl } = site.operator;
  const said = operatorWords[language];
  return html`<footer>
    <ul>
      <li>${around(said.runBy, name)}</li>
      <li><a href="mailto:${email}">${email}</a></li>
      <li><a href="${privacyUrl}">${said.privacy}</a></li>
    </ul>
  </footer> `;
}
