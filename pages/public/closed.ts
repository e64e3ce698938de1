import type { Language } from '../../schemas/languages.ts';
import { html } from '../html.ts';
import { employerLink, type EmployerLink } from './employer-link.ts';
import { publicLayout } from './layout.ts';
import type { Frame } from './frame.ts';
import { typedAttributes } from './typed-text.ts';
import { words } from './words.ts';

/** What the page of a closed posting shows. */
export interface ClosedPage {
  /** The title of the job. */
  title: string;
  /** The language of the title; undefined where it is not clear. */
  titleLanguage: Language | undefined;
  /** Undefined for a confidential job. */
  employer: EmployerLink | undefined;
  /** The letter that a candidate sent when it was too late. */
  letter: string | undefined;
}

/** The page of a closed posting. */
export function closedPage({ title, titleLanguage, employer, letter }: ClosedPage, frame: Frame): string {
  const { problems, keptLetter } = words[frame.language];
  const { title: heading, detail } = problems.job_closed;
  return publicLayout({
    frame,
    title: `${title} – ${heading}`,
    main: html`<div class="problem">
        <h1>${heading}</h1>
        <p><strong ${typedAttributes(title, titleLanguage)}>${title}</strong></p>
        <p>${detail}</p>
        ${employerLink(employer, frame)}
      </div>
      ${
        letter !== undefined &&
        html`<div class="form field">
          <label for="letter">${keptLetter}</label>
          <textarea id="letter" rows="10" dir="auto" readonly>${letter}</textarea>
        </div>`
      }`,
  });
}
