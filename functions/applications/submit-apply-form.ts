import { localized } from '../../pages/public/frame.ts';
import { fileMissing } from './intake/new-application.ts';
import { createApplicationToken } from './application/application.ts';
import { isTooFast, formSuspicions, applyFormPages } from './intake/apply-page.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { publicPage } from '../http/public-page.ts';
import { parseApplicationForm } from './intake/parse-form.ts';
import { intakeServicesFor } from './services.ts';

/** Receives an application from the form, or shows the form again with its problems (guide: applying 1 to 6). */
export const handler = publicPage('submitApplyForm', intakeServicesFor, async (request, services) => {
  const { event, id, siteAddress, onProblem } = request;
  const from = clientAddressOf(event);
  // Until the posting is found, problems appear on a page without its title, and afterwards in the form.
  onProblem(applyFormPages(request, services).onProblem);
  const posting = await services.admit(id, from);
  const form = applyFormPages(request, services, posting);
  onProblem(form.onProblem);
  const { language } = form.frame;
  const checkUpload = services.checkUpload(posting);
  const { content, isTrapped, prefill, problems } = await parseApplicationForm(
    event,
    posting.job,
    language,
    checkUpload,
  );
  if (!content) return form.broken({ ...prefill, ...problems });
  const secrets = await services.secrets();
  const isFast = services.isLimited && isTooFast(secrets, posting.publicId, prefill.issued, services.now());
  const origin = { from, language, suspicions: formSuspicions(isTrapped, isFast) };
  const received = await services.receive(posting, content, origin);
  if (!received) return form.broken({ ...prefill, problems: { resume: fileMissing.code } });
  const token = createApplicationToken(secrets[0].bytes, received.receipt.id);
  return { status: 303, location: localized(siteAddress(`/application?token=${token}`), form.frame) };
});
