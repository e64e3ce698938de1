import { html, type Html } from '../html.ts';
import { around } from './typed-text.ts';
import { localized, type Frame } from './frame.ts';
import { words } from './words.ts';

/** An employer with the URL of its open postings. */
export interface EmployerLink {
  name: string;
  url: string;
}

/** The way on from a page that leads nowhere else: to the employer's open postings. Nothing without an employer. */
export const employerLink = (employer: EmployerLink | undefined, frame: Frame): Html | undefined =>
  employer &&
  html`<p>
    <a href="${localized(employer.url, frame)}">${around(words[frame.language].jobsAt, employer.name)}</a>
  </p> `;
