import { html } from '../html.ts';
import { applicationWords } from './application-words.ts';
import { employerLink, type EmployerLink } from './employer-link.ts';
import { publicLayout } from './layout.ts';
import type { Frame } from './frame.ts';

interface Withdrawn {
  /** Whether it is certain that the employer got no mail. */
  neverMailed: boolean;
  employer: EmployerLink | undefined;
}

/** The page after a withdrawal, which says the truth about mail. */
export function withdrawnPage({ neverMailed, employer }: Withdrawn, frame: Frame): string {
  const said = applicationWords[frame.language];
  return publicLayout({
    frame,
    isNarrow: true,
    title: said.withdrawn,
    main: html`<h1>${said.withdrawn}</h1>
      <p>${said.isErased} ${neverMailed ? said.neverMailed : said.maybeMailed}</p>
      ${employerLink(employer, frame)}`,
  });
}
