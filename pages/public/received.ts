import { html } from '../html.ts';
import { applicationWords } from './application-words.ts';
import { publicLayout } from './layout.ts';
import { around } from './typed-text.ts';
import { words, type Language } from './words.ts';

/** What the candidate's own page shows of an application. */
export interface ReceivedApplication {
  jobTitle: string;
  receivedAt: Date;
  /** When it is erased at the latest. */
  keptUntil: Date;
  /** Whether the mail is with the employer. */
  isMailed: boolean;
  token: string;
}

/** The page of a candidate's own application: that it was received, what happens next, and a button to withdraw it. */
export function receivedPage(
  { jobTitle, receivedAt, keptUntil, isMailed, token }: ReceivedApplication,
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const said = applicationWords[language];
  const day = (at: Date) =>
    new Intl.DateTimeFormat(words[language].locale, { dateStyle: 'long', timeZone }).format(at);
  return publicLayout({
    language,
    title: said.received,
    head: html`<meta name="robots" content="noindex" /> `,
    main: html`<h1>${said.received}</h1>
      <p>${around(said.forJob, jobTitle)}</p>
      <p class="quiet">
        ${said.receivedAt} <time datetime="${receivedAt.toISOString()}">${day(receivedAt)}</time>
      </p>
      <h2>${said.nextSteps}</h2>
      <ul>
        <li>${isMailed ? said.mailed : said.passedOn}</li>
        <li>${said.contact}</li>
        <li>${said.erased(day(keptUntil))}</li>
      </ul>
      <form method="post" action="application">
        <input type="hidden" name="token" value="${token}" />
        <p>${said.withdrawHint}</p>
        <p><button class="button secondary">${said.withdraw}</button></p>
      </form>`,
  });
}
