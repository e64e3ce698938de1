import { html } from '../html.ts';
import { publicLayout } from './layout.ts';
import { localized, type Frame } from './frame.ts';
import { siteSearch } from './search-form.ts';
import { searchWords } from './search-words.ts';
import { words } from './words.ts';

/** Codes that mean the same to a reader as another one. */
const synonyms: Record<string, string> = { media_type_unsupported: 'form_malformed' };

/** Error page for a problem code. Codes without words get the text of `other`. */
export function problemPage(code: string, frame: Frame): string {
  const { problems } = words[frame.language];
  const texts: Record<string, { title: string; detail: string }> = problems;
  const { title, detail } = texts[synonyms[code] ?? code] ?? problems.other;
  const url = frame.site && `${frame.site.url}/`;
  return publicLayout({
    frame,
    title,
    isNarrow: true,
    main: html`<h1>${title}</h1>
      <p>${detail}</p>
      ${
        url !== undefined &&
        html`${siteSearch(url, frame)}
          <a class="button secondary" href="${localized(url, frame)}"
            >${searchWords[frame.language].allJobs}</a
          >`
      }`,
  });
}
