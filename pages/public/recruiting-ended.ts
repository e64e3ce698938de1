import { html } from '../html.ts';
import { addressIn, type Frame } from './frame.ts';
import { textPage } from './layout.ts';
import { LINK_ACTION, recruitingWords } from './recruiting-words.ts';

/** Page of an expired recruiter link, with a button that mails a new one. */
export function recruitingEndedPage(token: string, frame: Frame): string {
  const texts = recruitingWords[frame.language];
  return textPage(
    frame,
    texts.ended,
    html`<p>${texts.endedHint}</p>
      <form method="post" action="${addressIn('recruiting', frame.language)}">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="action" value="${LINK_ACTION}" />
        <p><button class="button">${texts.mailLink}</button></p>
      </form>`,
  );
}

/** Page after a recruiter asked for a new link: the link is on its way, or the limit is reached. */
export function linkMailedPage(isMailed: boolean, frame: Frame): string {
  const texts = recruitingWords[frame.language];
  return isMailed
    ? textPage(frame, texts.linkMailed, html`<p>${texts.linkMailedHint}</p>`)
    : textPage(frame, texts.enoughLinks, html`<p>${texts.enoughLinksHint}</p>`);
}
