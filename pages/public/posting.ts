import type { PublicJob } from '../../schemas/public-job.ts';
import { Html, html } from '../html.ts';
import { card, excerpt } from './card.ts';
import { frenchCategories } from './category-names.ts';
import { publicLayout } from './layout.ts';
import { words, type Language, type Words } from './words.ts';

/** What the page needs besides the posting. */
interface Frame {
  language: Language;
  /** The description in plain text, for search engines and links. */
  plainText: string;
  /** schema.org's JobPosting, for search engines. */
  structuredData: object;
}

/** A calendar date, which has no time zone. */
const dateText = (date: string, { locale }: Words): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

function salaryText(
  salary: NonNullable<PublicJob['salary']>,
  { locale, range, periods, plusCommission }: Words,
) {
  const { amount = 0, maxAmount, currency, period, plusCommission: hasCommission } = salary;
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    ...(currency !== undefined && { currency }),
    maximumFractionDigits: 4,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const money =
    typeof maxAmount === 'number'
      ? range(format.format(amount), format.format(maxAmount))
      : format.format(amount);
  const paid = `${money} ${periods[period?.unit ?? ''] ?? ''}`.trim();
  return hasCommission ? `${paid}, ${plusCommission}` : paid;
}

const fact = (name: string, ...values: (Html | string)[]) =>
  html`<div>
    <dt>${name}</dt>
    ${values.map((value) => html`<dd>${value}</dd> `)}
  </div>`;

const day = (date: string, text: Words) => html`<time datetime="${date}">${dateText(date, text)}</time>`;

const categoryName = ({ id, name = '' }: PublicJob['categories'][number], language: Language) =>
  language === 'fr' ? (frenchCategories[id] ?? name) : name;

/** The facts of a posting, in order; null for what stands elsewhere on the page, or not at all. */
const facts: Record<
  keyof PublicJob,
  ((job: PublicJob, text: Words, language: Language) => Html | false) | null
> = {
  locations: ({ locations }, text) =>
    fact(
      text.places(locations.length),
      ...locations.map(({ description }) => html`<bdi>${description}</bdi>`),
    ),
  salary: ({ salary }, text) => salary !== null && fact(text.salary, salaryText(salary, text)),
  positionType: ({ positionType: { id, name } }, text) =>
    fact(text.positionType, text.positionTypes[id] ?? name ?? ''),
  categories: ({ categories }, text, language) =>
    fact(text.categories(categories.length), ...categories.map((each) => categoryName(each, language))),
  firstPublished: ({ firstPublished }, text) => fact(text.posted, day(firstPublished, text)),
  closeDate: ({ closeDate }, text) => fact(text.closes, day(closeDate, text)),
  id: null,
  url: null,
  applyUrl: null,
  employer: null,
  title: null,
  publishDate: null,
  confidential: null,
  description: null,
  applicantRoutingType: null,
};

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
        <dl>${Object.values(facts).map((factOf) => factOf?.(job, text, language))}</dl>
        <p class="apply"><a class="button" href="${job.applyUrl}">${text.apply}</a></p>
        ${job.applicantRoutingType.id === 2 && html`<p class="quiet">${text.applyElsewhere}</p>`}
      </aside>
      <section aria-label="${text.description}" dir="auto">${new Html(job.description)}</section>
    </article>`,
  });
}
