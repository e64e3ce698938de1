import { html } from '../html.ts';
import { addressIn, type Frame } from './frame.ts';
import { publicLayout } from './layout.ts';
import { LINK_ACTION, recruitingWords } from './recruiting-words.ts';

/** The page of an address that is good no more, for whoever may have another one mailed. */
export function recruitingEndedPage(token: string, frame: Frame): string {
  const said = recruitingWords[frame.language];
  return publicLayout({
    frame,
    isNarrow: true,
    title: said.ended,
    main: html`<h1>${said.ended}</h1>
      <p>${said.endedHint}</p>
      <form method="post" action="${addressIn('recruiting', frame.language)}">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="action" value="${LINK_ACTION}" />
        <p><button class="button">${said.mailLink}</button></p>
      </form>`,
  });
}

/** The page after its button: that a new address is mailed, or that enough were. */
export function linkMailedPage(isMailed: boolean, frame: Frame): string {
  const said = recruitingWords[frame.language];
  const title = isMailed ? said.linkMailed : said.enoughLinks;
  return publicLayout({
    frame,
    isNarrow: true,
    title,
    main: html`<h1>${title}</h1>
      <p>${isMailed ? said.linkMailedHint : said.enoughLinksHint}</p>`,
  });
}
