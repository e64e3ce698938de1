import type { PublicJob } from '../../schemas/public-job.ts';
import { Html, html } from '../html.ts';
import { card, excerpt } from './card.ts';
import { factList } from './facts.ts';
import { publicLayout } from './layout.ts';
import { words, type Language } from './words.ts';

/** What the page needs besides the posting. */
interface Frame {
  language: Language;
  /** The description in plain text, for search engines and links. */
  plainText: string;
  /** schema.org's JobPosting, for search engines. */
  structuredData: object;
}

/** JSON inside a script element, which ends at the first `</script` whatever stands around it. */
const embedded = (data: object): Html => new Html(JSON.stringify(data).replaceAll('<', String.raw`\u003c`));

/** The page of an open posting. */
export function postingPage(job: PublicJob, { language, plainText, structuredData }: Frame): string {
  const text = words[language];
  const employer = job.employer?.name ?? text.confidentialEmployer;
  const places = job.locations.map(({ description }) => description).join(', ');
  const description = excerpt(plainText);
  return publicLayout({
    language,
    title: `${job.title} – ${employer}, ${places}`,
    description,
    head: html`<link rel="canonical" href="${job.url}" />
      ${card({ title: `${job.title} – ${employer}`, description, url: job.url }, language)}
      <script type="application/ld+json">
        ${embedded(structuredData)}
      </script> `,
    main: html`<article class="posting">
      <header>
        <p class="quiet">
          ${job.employer ? html`<a href="../employers/${job.employer.id}" dir="auto">${employer}</a>` : employer}
        </p>
        <h1 dir="auto">${job.title}</h1>
      </header>
      <aside>
        ${factList(job, language)}
        <p class="apply"><a class="button" href="${job.applyUrl}">${text.apply}</a></p>
        ${job.applicantRoutingType.id === 2 && html`<p class="quiet">${text.applyElsewhere}</p>`}
      </aside>
      <section aria-label="${text.description}" dir="auto">${new Html(job.description)}</section>
    </article>`,
  });
}
