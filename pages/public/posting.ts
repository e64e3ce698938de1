import type { PublicJob } from '../../schemas/public-job.ts';
import { Html, html } from '../html.ts';
import { publicLayout } from './layout.ts';
import { words, type Language } from './words.ts';

/** The page of an open posting. */
export function postingPage(job: PublicJob, language: Language): string {
  const { confidentialEmployer, apply } = words[language];
  return publicLayout({
    language,
    title: job.title,
    head: html`<link rel="canonical" href="${job.url}" /> `,
    main: html`<p class="quiet">${job.employer?.name ?? confidentialEmployer}</p>
      <h1>${job.title}</h1>
      <p><a class="button" href="${job.applyUrl}">${apply}</a></p>
      <div class="description">${new Html(job.description)}</div>`,
  });
}
