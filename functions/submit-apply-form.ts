import { applyForm } from '../pages/public/apply-form.ts';
import { applyScript } from '../pages/public/apply-script.ts';
import { tokenOfId } from './domain/application-token.ts';
import { isTooFast, suspicionsOfForm } from './domain/apply-form.ts';
import { requireForm } from './domain/apply-here.ts';
import { postingPath } from './domain/posting.ts';
import { clientAddressOf } from './http/client-address.ts';
import { publicPage } from './http/public-page.ts';
import { sentForm } from './http/sent-form.ts';
import { intakeServicesFor } from './wiring/intake-services.ts';

/** Interface 11.9: receives an application from the form, or shows the form again with what is wrong. */
export const handler = publicPage('submitApplyForm', intakeServicesFor, async (request, services) => {
  const { event, id, language, siteAddress } = request;
  const { isLimited, retentionDays, now } = services;
  const posting = requireForm(await services.openPosting(id));
  const { content, isTrapped, issued, shown } = await sentForm(event);
  if (!content) {
    const { title } = posting.job;
    const postingUrl = siteAddress(postingPath(posting.publicId));
    const page = applyForm({ title, postingUrl, issued, retentionDays, ...shown }, language);
    return { status: 400, page, hasForm: true, script: applyScript };
  }
  const secret = await services.signingKey();
  const isFast = isLimited && isTooFast(secret, posting.publicId, issued, now());
  const suspicions = suspicionsOfForm(isTrapped, isFast);
  const from = clientAddressOf(event);
  const { receipt } = await services.receive(posting, content, { from, language, suspicions });
  return { status: 303, location: siteAddress(`/application?token=${tokenOfId(secret, receipt.id)}`) };
});
