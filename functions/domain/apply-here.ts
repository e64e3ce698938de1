import { isAppliedHere, type OpenPosting } from './posting.ts';
import { Refusal } from './refusal.ts';

/** The posting, if its applications come here. Throws Refusal `applied_elsewhere`, which names the right address. */
export function requireForm(posting: OpenPosting): OpenPosting {
  if (isAppliedHere(posting.job)) return posting;
  throw new Refusal('applied_elsewhere', `Candidates apply at ${posting.job.applicationUrl}.`);
}
