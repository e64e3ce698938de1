import { html } from '../html.ts';
import { applicationWords } from './application-words.ts';
import type { ReceivedApplication } from './received.ts';
import { publicLayout } from './layout.ts';
import { around } from './typed-text.ts';
import { addressIn, localized, type Frame } from './frame.ts';

/** The page that asks a candidate once more before an application is withdrawn. */
export function withdrawPage(
  { jobTitle, posting, token }: Pick<ReceivedApplication, 'jobTitle' | 'posting' | 'token'>,
  frame: Frame,
): string {
  const said = applicationWords[frame.language];
  return publicLayout({
    frame,
    isNarrow: true,
    title: said.withdrawAsk,
    main: html`<h1>${said.withdrawAsk}</h1>
      <p>${around(said.forJob, jobTitle, posting?.textLanguage)}</p>
      <p>${said.withdrawHint}</p>
      <form method="post" action="${addressIn('application', frame.language)}">
        <input type="hidden" name="token" value="${token}" />
        <p><button class="button secondary">${said.withdraw}</button></p>
      </form>
      <p><a href="${localized(`?token=${token}`, frame)}">${said.keep}</a></p>`,
  });
}
