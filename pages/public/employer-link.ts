import { html, type Html } from '../html.ts';
import { withUserText } from './user-text.ts';
import { localized, type Frame } from './frame.ts';
import { words } from './words.ts';

/** An employer with the URL of its open postings. */
export interface EmployerLink {
  name: string;
  url: string;
}

/** Link to the employer's open postings, for pages without another next step. */
export const employerLink = (employer: EmployerLink | undefined, frame: Frame): Html | undefined =>
  employer &&
  html`<p>
    <a href="${localized(employer.url, frame)}"
      >${withUserText(words[frame.language].jobsAt, employer.name)}</a
    >
  </p> `;
