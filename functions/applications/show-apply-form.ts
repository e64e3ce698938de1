import { applyForm } from '../../pages/public/apply-form.ts';
import { applyScript } from '../../pages/public/apply-script.ts';
import { appliedFor } from './domain/apply-here.ts';
import { issuedAt } from './domain/apply-form.ts';
import { closedPosting } from '../postings/closed-posting.ts';
import { isAppliedHere } from '../postings/domain/posting.ts';
import { postingPath } from '../jobs/domain/public-id.ts';
import { publicPage } from '../http/public-page.ts';
import { formServicesFor } from './services.ts';

/** Interface 11.9: the form of a posting. */
export const handler = publicPage('showApplyForm', formServicesFor, async (request, services) => {
  const { id, language, siteAddress } = request;
  request.onProblem(closedPosting(request));
  const posting = await services.openPosting(id);
  const { job, publicId } = posting;
  const postingUrl = siteAddress(postingPath(publicId));
  if (!isAppliedHere(job)) return { status: 302, location: postingUrl };
  const issued = issuedAt(await services.signingKey(), publicId, services.now());
  const { retentionDays } = services;
  return {
    page: applyForm({ job: appliedFor(posting), postingUrl, issued, retentionDays }, language),
    hasForm: true,
    script: applyScript,
  };
});
