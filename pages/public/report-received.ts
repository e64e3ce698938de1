import { html } from '../html.ts';
import { localized, type Frame } from './frame.ts';
import { publicLayout } from './layout.ts';
import { reportWords } from './report-words.ts';
import { withUserText } from './user-text.ts';

/** Page after a report, with the next steps. */
export function reportReceivedPage(postingUrl: string, frame: Frame): string {
  const texts = reportWords[frame.language];
  const operator = frame.site?.operator.name ?? '';
  return publicLayout({
    frame,
    isNarrow: true,
    title: texts.received,
    main: html`<h1>${texts.received}</h1>
      <p>${withUserText(texts.receivedBy, operator)}</p>
      <p>${texts.confidential}</p>
      <p>${texts.deceived} <a href="${texts.antiFraudCentre}">${new URL(texts.antiFraudCentre).host}</a></p>
      <p><a href="${localized(postingUrl, frame)}">${texts.back}</a></p>`,
  });
}
