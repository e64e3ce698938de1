import { isAppliedHere, type OpenPosting } from '../../postings/domain/posting.ts';
import { Refusal } from '../../platform/values/refusal.ts';

/** The posting, if its applications come here. Throws Refusal `applied_elsewhere`, which names the right address. */
export function requireForm(posting: OpenPosting): OpenPosting {
  if (isAppliedHere(posting.job)) return posting;
  throw new Refusal('applied_elsewhere', `Candidates apply at ${posting.job.applicationUrl}.`);
}
