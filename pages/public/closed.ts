import type { Language } from '../../schemas/languages.ts';
import { html } from '../html.ts';
import { employerLink, type EmployerLink } from './employer-link.ts';
import { publicLayout } from './layout.ts';
import type { Frame } from './frame.ts';
import { userTextAttributes } from './user-text.ts';
import { words } from './words.ts';

export interface ClosedPage {
  /** The title of the job. */
  title: string;
  /** Undefined if unclear. */
  titleLanguage: Language | undefined;
  /** Undefined for a confidential job. */
  employer: EmployerLink | undefined;
  /** Cover letter of an application that arrived after the posting closed. */
  letter: string | undefined;
}

/** The page of a closed posting. */
export function closedPage({ title, titleLanguage, employer, letter }: ClosedPage, frame: Frame): string {
  const { problems, unsentLetter } = words[frame.language];
  const { title: heading, detail } = problems.job_closed;
  return publicLayout({
    frame,
    title: `${title} – ${heading}`,
    isNarrow: true,
    main: html`<h1>${heading}</h1>
      <p><strong ${userTextAttributes(title, titleLanguage)}>${title}</strong></p>
      <p>${detail}</p>
      ${employerLink(employer, frame)}${
        letter !== undefined &&
        html`<div class="field">
          <label for="letter">${unsentLetter}</label>
          <textarea id="letter" rows="10" dir="auto" readonly>${letter}</textarea>
        </div>`
      }`,
  });
}
