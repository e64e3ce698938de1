import { localized } from '../../pages/public/frame.ts';
import { fileMissing } from './intake/application-content.ts';
import { tokenOfId } from './application/application-token.ts';
import { isTooFast, suspicionsOfForm } from './intake/apply-form.ts';
import { applyPage } from './intake/apply-page.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { publicPage } from '../http/public-page.ts';
import { sentForm } from './intake/parse-form.ts';
import { intakeServicesFor } from './intake/receive-application.ts';

/** Interface 11.9: receives an application from the form, or shows the form again with what is wrong. */
export const handler = publicPage('submitApplyForm', intakeServicesFor, async (request, services) => {
  const { event, id, siteAddress, onProblem } = request;
  const from = clientAddressOf(event);
  onProblem(applyPage(request, services).onProblem);
  const posting = await services.admit(id, from);
  const again = applyPage(request, services, posting);
  onProblem(again.onProblem);
  const sent = await sentForm(event, posting.job.questions ?? [], services.judgeUpload(posting));
  const { content, isTrapped, shown, problems } = sent;
  if (!content) return again.broken({ ...shown, ...problems });
  const secrets = await services.secrets();
  const isFast = services.isLimited && isTooFast(secrets, posting.publicId, shown.issued, services.now());
  const arrival = { from, language: again.frame.language, suspicions: suspicionsOfForm(isTrapped, isFast) };
  const received = await services.receive(posting, content, arrival);
  if (!received) return again.broken({ ...shown, problems: { resume: fileMissing.code } });
  const token = tokenOfId(secrets[0].bytes, received.receipt.id);
  return { status: 303, location: localized(siteAddress(`/application?token=${token}`), again.frame) };
});
