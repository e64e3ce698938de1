import { localized } from '../../pages/public/frame.ts';
import { fileMissing } from './intake/application-content.ts';
import { createApplicationToken } from './application/application-id.ts';
import { isTooFast, formSuspicions } from './intake/apply-form.ts';
import { applyFormPages } from './intake/apply-page.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { publicPage } from '../http/public-page.ts';
import { parseApplicationForm } from './intake/parse-form.ts';
import { intakeServicesFor } from './intake/receive-application.ts';

/** Interface 11.9: receives an application from the form, or shows the form again with its problems. */
export const handler = publicPage('submitApplyForm', intakeServicesFor, async (request, services) => {
  const { event, id, siteAddress, onProblem } = request;
  const from = clientAddressOf(event);
  onProblem(applyFormPages(request, services).onProblem);
  const posting = await services.admit(id, from);
  const again = applyFormPages(request, services, posting);
  onProblem(again.onProblem);
  const sent = await parseApplicationForm(
    event,
    posting.job,
    again.frame.language,
    services.judgeUpload(posting),
  );
  const { content, isTrapped, shown, problems } = sent;
  if (!content) return again.broken({ ...shown, ...problems });
  const secrets = await services.secrets();
  const isFast = services.isLimited && isTooFast(secrets, posting.publicId, shown.issued, services.now());
  const origin = { from, language: again.frame.language, suspicions: formSuspicions(isTrapped, isFast) };
  const received = await services.receive(posting, content, origin);
  if (!received) return again.broken({ ...shown, problems: { resume: fileMissing.code } });
  const token = createApplicationToken(secrets[0].bytes, received.receipt.id);
  return { status: 303, location: localized(siteAddress(`/application?token=${token}`), again.frame) };
});
