import type { PostingAtApplication } from '../../../pages/public/candidate-page.ts';
import type { Language } from '../../../schemas/languages.ts';
import { locationRecords } from '../../jobs/job/job-record.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/posting-laws.ts';
import { publicSalary } from '../../postings/posting/posting.ts';
import type { PostingSnapshot } from '../intake/posting-snapshots.ts';

/** A posting snapshot in the language in which its candidate applied, with salaries in this currency. */
export function toAppliedPosting(
  posting: PostingSnapshot,
  language: Language | null,
  currency: string,
): PostingAtApplication {
  const translated = language === null ? posting : withTranslation(posting, language);
  const isTranslated = language !== null && Boolean(posting.translations?.[language]);
  return {
    title: translated.title,
    employer: translated.employer,
    locations: locationRecords(translated),
    salary: translated.salary && publicSalary(translated.salary, currency),
    description: translated.description,
    textLanguage: isTranslated ? language : originalLanguage(posting),
  };
}
