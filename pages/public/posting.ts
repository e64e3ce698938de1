import type { PublicJob } from '../../schemas/public-job.ts';
import { Html, html, plainText as toText } from '../html.ts';
import { accommodationSection } from './accommodation-section.ts';
import { socialCard, excerpt } from './social-card.ts';
import { factLine, factList, lineFacts, mainFacts, otherFacts } from './facts.ts';
import { localized, type Frame } from './frame.ts';
import { logoImage, MAX_TITLE_LENGTH, postingAddresses, publicLayout } from './layout.ts';
import type { Language } from '../../schemas/languages.ts';
import { withHeadings } from './headings.ts';
import { formatLocations } from './places.ts';
import { userTextAttributes } from './user-text.ts';
import { words } from './words.ts';

interface PostingPageOptions {
  /** The employer's profile with absolute URLs; empty for a confidential job. */
  profile: {
    website?: string | undefined;
    logo?: string | undefined;
    accommodation?: { text: string; language: Language } | undefined;
  };
  /** URL of the posting without a language. */
  url: string;
  /** Language of the original, if the posting has a translation. */
  original: Language | undefined;
  /** Language of title and description. */
  textLanguage: Language;
  /** Description in plain text, for search engines and link previews. */
  plainText: string;
  /** JobPosting of schema.org; undefined if search engines are excluded. */
  structuredData: object | undefined;
}

/** JSON for a script element: escapes `<`, because `</script` would end the element. */
const scriptSafeJson = (data: object): Html =>
  new Html(JSON.stringify(data).replaceAll('<', String.raw`\u003c`));

/** The page of an open posting. */
export function postingPage(job: PublicJob, options: PostingPageOptions, frame: Frame): string {
  const { profile, url, original, textLanguage, plainText, structuredData } = options;
  const { language } = frame;
  const text = words[language];
  const ownLanguage = original ?? textLanguage;
  const isTranslated = language === ownLanguage || Boolean(job.translations?.[language]?.benefits);
  const employer = job.employer?.name ?? text.confidentialEmployer;
  const employerUrl = job.employer && localized(`../employers/${job.employer.id}`, frame);
  const full = `${job.title} – ${employer}, ${formatLocations(job.locations, language).join(', ')}`;
  const line = lineFacts(job, language);
  const description = excerpt(`${line.map((fact) => toText(html`${fact}`)).join(' · ')}. ${plainText}`);
  const logo = profile.logo === undefined ? undefined : { url: profile.logo, employer };
  return publicLayout({
    frame,
    reportUrl: `${job.url}/report`,
    printedUrl: job.url,
    title: full.length > MAX_TITLE_LENGTH ? `${job.title} – ${employer}` : full,
    description,
    head: html`${postingAddresses(url, { canonical: job.url, original })}
    ${socialCard({ title: `${job.title} – ${employer}`, description, url: job.url, logo }, frame)}
    ${
      structuredData &&
      html`<script type="application/ld+json">
        ${scriptSafeJson(structuredData)}
      </script> `
    }`,
    main: html`<article class="posting">
      <header>
        ${logoImage(profile)}
        <p class="quiet">
          ${employerUrl ? html`<a href="${employerUrl}" ${userTextAttributes(employer)}>${employer}</a>` : employer}${profile.website !== undefined && html` · <a href="${profile.website}">${text.website}</a>`}
        </p>
        <h1 ${userTextAttributes(job.title, textLanguage)}>${job.title}</h1>
        ${factLine(line)}
      </header>
      <aside>
        <p class="apply"><a class="button" href="${localized(job.applyUrl, frame)}">${text.apply}</a></p>
        ${job.applicantRoutingType.id === 2 && html`<p class="quiet">${text.applyElsewhere}</p>`}${factList(mainFacts, job, language)}
      </aside>
      <section aria-label="${text.description}" ${userTextAttributes(plainText, textLanguage)}>
        ${new Html(withHeadings(job.description))}
      </section>
      <section class="more" aria-labelledby="more">
        <h2 id="more">${text.moreAboutJob}</h2>
        ${factList(otherFacts, job, language, isTranslated ? undefined : ownLanguage)}
      </section>
      ${accommodationSection({ employer: job.employer?.name, own: profile.accommodation }, frame)}
    </article>`,
  });
}
