import { html } from '../html.ts';
import type { EmployerLink } from './employer-link.ts';
import { frontWords } from './front-words.ts';
import { LANGUAGE_PARAMETER, localized, type Frame } from './frame.ts';
import { pageAddresses, publicLayout } from './layout.ts';
import { typedAttributes } from './typed-text.ts';

/** What the front page shows. */
export interface FrontPage {
  /** The URL of the root of the site, with its slash. */
  url: string;
  /** The URL of the documentation, which may have another address. */
  docsUrl: string;
  /** Those with open postings that name them. */
  employers: readonly EmployerLink[];
  /** What was typed as the number of a posting, and is none. */
  wrongNumber?: string | undefined;
}

/** The page at the root of the site. */
export function frontPage({ url, docsUrl, employers, wrongNumber }: FrontPage, frame: Frame): string {
  const { language, isChosen } = frame;
  const said = frontWords[language];
  const isWrong = wrongNumber !== undefined;
  const byName = employers.toSorted((a, b) => a.name.localeCompare(b.name, language));
  return publicLayout({
    frame,
    title: said.heading,
    ...(!isWrong && { description: said.intro, head: pageAddresses(url) }),
    main: html`<h1>${said.heading}</h1>
      <p>${said.intro}</p>
      <form class="number" action="${url}" role="search">
        ${isChosen && html`<input type="hidden" name="${LANGUAGE_PARAMETER}" value="${language}" /> `}
        <div class="field">
          <label for="job">${said.number}</label>
          ${isWrong && html`<p class="error" id="job-error" role="alert">${said.wrongNumber}</p> `}<input
            id="job"
            name="job"
            inputmode="numeric"
            maxlength="20"
            autocomplete="off"
            value="${wrongNumber ?? ''}"
            ${isWrong && html`aria-invalid="true" aria-describedby="job-error"`}
          />
        </div>
        <button class="button">${said.open}</button>
      </form>
      <h2>${said.employers}</h2>
      ${
        byName.length === 0
          ? html`<p>${said.none}</p> `
          : html`<ul class="employers">
              ${byName.map(
                (each) =>
                  html`<li>
                    <a href="${localized(each.url, frame)}" ${typedAttributes(each.name)}>${each.name}</a>
                  </li> `,
              )}
            </ul> `
      }
      <h2>${said.developers}</h2>
      <ul>
        <li><a href="${docsUrl}" hreflang="en">${said.guide}</a></li>
        <li><a href="feed.xml">${said.feed}</a></li>
      </ul>`,
  });
}
