import type { Job } from '../../jobs/job/job.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';

/** A snapshot of a posting as its candidates read it. */
export interface PostingSnapshot extends Pick<
  Job,
  'title' | 'locations' | 'salary' | 'description' | 'language' | 'translations'
> {
  /** The name of its employer; null when the posting was confidential. */
  employer: string | null;
}

/** Creates the snapshot of a posting. */
export const toPostingSnapshot = ({
  job,
  employer,
}: Pick<OpenPosting, 'job' | 'employer'>): PostingSnapshot => {
  const { title, locations, salary, description, language, translations, confidential } = job;
  const name = confidential ? null : employer.name;
  return { title, employer: name, locations, salary, description, language, translations };
};
