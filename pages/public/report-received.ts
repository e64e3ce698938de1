import { html } from '../html.ts';
import { localized, type Frame } from './frame.ts';
import { publicLayout } from './layout.ts';
import { reportWords } from './report-words.ts';
import { around } from './typed-text.ts';

/** The page after a report: what happens to it. */
export function reportReceivedPage(postingUrl: string, frame: Frame): string {
  const said = reportWords[frame.language];
  const operator = frame.site?.operator.name ?? '';
  return publicLayout({
    frame,
    isNarrow: true,
    title: said.received,
    main: html`<h1>${said.received}</h1>
      <p>${around(said.receivedBy, operator)}</p>
      <p>${said.confidential}</p>
      <p>${said.deceived} <a href="${said.antiFraudCentre}">${new URL(said.antiFraudCentre).host}</a></p>
      <p><a href="${localized(postingUrl, frame)}">${said.back}</a></p>`,
  });
}
