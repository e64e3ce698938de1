import type { PostingAtApplication } from '../../../pages/public/candidate-page.ts';
import type { Language } from '../../../schemas/languages.ts';
import { locationRecords } from '../../jobs/job/job-record.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/posting-language.ts';
import { publicSalary } from '../../postings/posting/posting.ts';
import type { PostingSnapshot } from '../intake/kept-posting.ts';

/** A posting that was kept, as it read in the language in which its candidate applied. Salaries are in this currency. */
export function toAppliedPosting(
  posting: PostingSnapshot,
  language: Language | null,
  currency: string,
): PostingAtApplication {
  const shown = language === null ? posting : withTranslation(posting, language);
  const isTranslated = language !== null && Boolean(posting.translations?.[language]);
  return {
    title: shown.title,
    employer: shown.employer,
    locations: locationRecords(shown),
    salary: shown.salary && publicSalary(shown.salary, currency),
    description: shown.description,
    textLanguage: isTranslated ? language : originalLanguage(posting),
  };
}
