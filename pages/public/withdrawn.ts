import { html } from '../html.ts';
import { applicationWords } from './application-words.ts';
import { employerLink, type EmployerLink } from './employer-link.ts';
import { publicLayout } from './layout.ts';
import type { Frame } from './frame.ts';

interface WithdrawalResult {
  /** True if certainly no mail reached the employer. */
  neverMailed: boolean;
  employer: EmployerLink | undefined;
}

/** Page after a withdrawal. It states whether the employer may have a mail. */
export function withdrawnPage({ neverMailed, employer }: WithdrawalResult, frame: Frame): string {
  const texts = applicationWords[frame.language];
  return publicLayout({
    frame,
    isNarrow: true,
    title: texts.withdrawn,
    main: html`<h1>${texts.withdrawn}</h1>
      <p>${texts.isErased} ${neverMailed ? texts.neverMailed : texts.maybeMailed}</p>
      ${employerLink(employer, frame)}`,
  });
}
