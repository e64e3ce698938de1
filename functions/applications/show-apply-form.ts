import { applyForm } from '../../pages/public/apply-form.ts';
import { applyScript } from '../../pages/public/apply-script.ts';
import { issuedAt } from './domain/apply-form.ts';
import { isAppliedHere } from '../postings/domain/posting.ts';
import { postingPath } from '../jobs/domain/public-id.ts';
import { publicPage } from '../http/public-page.ts';
import { formServicesFor } from './services.ts';

/** Interface 11.9: the form of a posting. */
export const handler = publicPage('showApplyForm', formServicesFor, async (request, services) => {
  const { id, language, siteAddress } = request;
  const { job, publicId } = await services.openPosting(id);
  const postingUrl = siteAddress(postingPath(publicId));
  if (!isAppliedHere(job)) return { status: 302, location: postingUrl };
  const issued = issuedAt(await services.signingKey(), publicId, services.now());
  const { retentionDays } = services;
  return {
    page: applyForm({ title: job.title, postingUrl, issued, retentionDays }, language),
    hasForm: true,
    script: applyScript,
  };
});
