import { html } from '../html.ts';
import { addressIn, type Frame } from './frame.ts';
import { publicLayout } from './layout.ts';
import { LINK_ACTION, recruitingWords } from './recruiting-words.ts';

/** Page of an expired recruiter link, with a button that mails a new one. */
export function recruitingEndedPage(token: string, frame: Frame): string {
  const texts = recruitingWords[frame.language];
  return publicLayout({
    frame,
    isNarrow: true,
    title: texts.ended,
    main: html`<h1>${texts.ended}</h1>
      <p>${texts.endedHint}</p>
      <form method="post" action="${addressIn('recruiting', frame.language)}">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="action" value="${LINK_ACTION}" />
        <p><button class="button">${texts.mailLink}</button></p>
      </form>`,
  });
}

/** Page after that button: a new link is on its way, or the limit is reached. */
export function linkMailedPage(isMailed: boolean, frame: Frame): string {
  const texts = recruitingWords[frame.language];
  const title = isMailed ? texts.linkMailed : texts.enoughLinks;
  return publicLayout({
    frame,
    isNarrow: true,
    title,
    main: html`<h1>${title}</h1>
      <p>${isMailed ? texts.linkMailedHint : texts.enoughLinksHint}</p>`,
  });
}
