import { html } from '../html.ts';
import { applicationWords } from './application-words.ts';
import type { CandidateApplication } from './candidate-page.ts';
import { employerLink, type EmployerLink } from './employer-link.ts';
import { textPage } from './layout.ts';
import { withUserText } from './user-text.ts';
import { addressIn, localized, type Frame } from './frame.ts';

/** Confirmation page before a candidate withdraws an application. */
export function withdrawPage(
  { jobTitle, posting, token }: Pick<CandidateApplication, 'jobTitle' | 'posting' | 'token'>,
  frame: Frame,
): string {
  const texts = applicationWords[frame.language];
  return textPage(
    frame,
    texts.withdrawAsk,
    html`<p>${withUserText(texts.forJob, jobTitle, posting?.textLanguage)}</p>
      <p>${texts.withdrawHint}</p>
      <form method="post" action="${addressIn('application', frame.language)}">
        <input type="hidden" name="token" value="${token}" />
        <p><button class="button secondary">${texts.withdraw}</button></p>
      </form>
      <p><a href="${localized(`?token=${token}`, frame)}">${texts.keep}</a></p>`,
  );
}

interface WithdrawalResult {
  /** True if certainly no mail reached the employer. */
  neverMailed: boolean;
  employer: EmployerLink | undefined;
}

/** Page after a withdrawal. It states whether the employer may have a mail. */
export function withdrawnPage({ neverMailed, employer }: WithdrawalResult, frame: Frame): string {
  const texts = applicationWords[frame.language];
  return textPage(
    frame,
    texts.withdrawn,
    html`<p>${texts.isErased} ${neverMailed ? texts.neverMailed : texts.maybeMailed}</p>
      ${employerLink(employer, frame)}`,
  );
}
