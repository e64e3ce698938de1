import type { PublicJob } from '../../schemas/public-job.ts';
import { Html, html } from '../html.ts';
import { accommodationOf } from './accommodation.ts';
import { card, excerpt } from './card.ts';
import { factList } from './facts.ts';
import { localized, type Frame } from './frame.ts';
import { pageAddresses, publicLayout } from './layout.ts';
import type { Language } from '../../schemas/languages.ts';
import { withHeadings } from './headings.ts';
import { placesInWords } from './places.ts';
import { typedAttributes } from './typed-text.ts';
import { words } from './words.ts';

/** What the page needs besides the posting. */
interface Shown {
  /** What its employer says of itself, by absolute URLs; nothing of a confidential job's. */
  profile: {
    website?: string | undefined;
    logo?: string | undefined;
    accommodation?: string | undefined;
  };
  /** The URL of the posting in its own language, or in whichever its reader likes best. */
  url: string;
  /** Its own language, if it has a translation. */
  original: Language | undefined;
  /** The language of title and description, as far as they are in its script. */
  textLanguage: Language;
  /** The description in plain text, for search engines and links. */
  plainText: string;
  /** schema.org's JobPosting, for search engines; undefined if it is not for them. */
  structuredData: object | undefined;
}

/** JSON inside a script element, which ends at the first `</script` whatever stands around it. */
const embedded = (data: object): Html => new Html(JSON.stringify(data).replaceAll('<', String.raw`\u003c`));

/** The page of an open posting. */
export function postingPage(job: PublicJob, shown: Shown, frame: Frame): string {
  const { profile, url, original, textLanguage, plainText, structuredData } = shown;
  const { language } = frame;
  const text = words[language];
  const employer = job.employer?.name ?? text.confidentialEmployer;
  const postings = job.employer && localized(`../employers/${job.employer.id}`, frame);
  const places = placesInWords(job.locations, language).join(', ');
  const description = excerpt(plainText);
  const logo = profile.logo === undefined ? undefined : { url: profile.logo, employer };
  return publicLayout({
    frame,
    reportUrl: `${job.url}/report`,
    title: `${job.title} – ${employer}, ${places}`,
    description,
    head: html`${pageAddresses(url, { canonical: job.url, original })}
    ${card({ title: `${job.title} – ${employer}`, description, url: job.url, logo }, language)}
    ${
      structuredData &&
      html`<script type="application/ld+json">
        ${embedded(structuredData)}
      </script> `
    }`,
    main: html`<article class="posting">
      <header>
        ${logo && html`<img class="logo" src="${logo.url}" alt="" /> `}
        <p class="quiet">
          ${postings ? html`<a href="${postings}" ${typedAttributes(employer)}>${employer}</a>` : employer}${profile.website !== undefined && html` · <a href="${profile.website}">${text.website}</a>`}
        </p>
        <h1 ${typedAttributes(job.title, textLanguage)}>${job.title}</h1>
      </header>
      <aside>
        ${factList(job, language)}
        <p class="apply"><a class="button" href="${localized(job.applyUrl, frame)}">${text.apply}</a></p>
        ${job.applicantRoutingType.id === 2 && html`<p class="quiet">${text.applyElsewhere}</p>`}
      </aside>
      <section aria-label="${text.description}" ${typedAttributes(plainText, textLanguage)}>
        ${new Html(withHeadings(job.description))}
      </section>
      ${accommodationOf({ employer: job.employer?.name, text: profile.accommodation }, frame)}
    </article>`,
  });
}
