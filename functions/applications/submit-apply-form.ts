import { tokenOfId } from './domain/application-token.ts';
import { appliedFor } from './domain/apply-here.ts';
import { isTooFast, suspicionsOfForm } from './domain/apply-form.ts';
import { applyPage } from './apply-page.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { publicPage } from '../http/public-page.ts';
import { sentForm } from './sent-form.ts';
import { intakeServicesFor } from './intake.ts';

/** Interface 11.9: receives an application from the form, or shows the form again with what is wrong. */
export const handler = publicPage('submitApplyForm', intakeServicesFor, async (request, services) => {
  const { event, id, language, siteAddress, onProblem } = request;
  const { isLimited, now } = services;
  const from = clientAddressOf(event);
  const again = applyPage(request, services);
  onProblem(again.onProblem());
  const posting = await services.admit(id, from);
  const job = appliedFor(posting);
  onProblem(again.onProblem(job));
  const { content, isTrapped, shown, problems } = sentForm(event);
  if (!content) return { status: 400, ...again.page({ ...shown, job, problems }) };
  const secret = await services.signingKey();
  const isFast = isLimited && isTooFast(secret, posting.publicId, shown.issued, now());
  const suspicions = suspicionsOfForm(isTrapped, isFast);
  const { receipt } = await services.receive(posting, content, { from, language, suspicions });
  return { status: 303, location: siteAddress(`/application?token=${tokenOfId(secret, receipt.id)}`) };
});
