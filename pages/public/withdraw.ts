import { html } from '../html.ts';
import { applicationWords } from './application-words.ts';
import type { CandidateApplication } from './candidate-page.ts';
import { publicLayout } from './layout.ts';
import { withUserText } from './user-text.ts';
import { addressIn, localized, type Frame } from './frame.ts';

/** Confirmation page before a candidate withdraws an application. */
export function withdrawPage(
  { jobTitle, posting, token }: Pick<CandidateApplication, 'jobTitle' | 'posting' | 'token'>,
  frame: Frame,
): string {
  const texts = applicationWords[frame.language];
  return publicLayout({
    frame,
    isNarrow: true,
    title: texts.withdrawAsk,
    main: html`<h1>${texts.withdrawAsk}</h1>
      <p>${withUserText(texts.forJob, jobTitle, posting?.textLanguage)}</p>
      <p>${texts.withdrawHint}</p>
      <form method="post" action="${addressIn('application', frame.language)}">
        <input type="hidden" name="token" value="${token}" />
        <p><button class="button secondary">${texts.withdraw}</button></p>
      </form>
      <p><a href="${localized(`?token=${token}`, frame)}">${texts.keep}</a></p>`,
  });
}
