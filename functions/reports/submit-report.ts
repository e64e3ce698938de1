import { localized } from '../../pages/public/frame.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { publicPage } from '../http/public-page.ts';
import { reportPage, parseReport } from './report-form.ts';
import { reportServicesFor } from './services.ts';

/** Receives a report of a posting, or shows the form again with its problems (guide: public-pages 13 and 14). */
export const handler = publicPage('submitReport', reportServicesFor, async (request, services) => {
  const { event, id, onProblem } = request;
  const from = clientAddressOf(event);
  onProblem(reportPage(request).onProblem);
  const posting = await services.admit(id, from);
  const { frame, page, postingUrl, onProblem: shownOn } = reportPage(request, posting);
  onProblem(shownOn);
  const { content, isTrapped, typed, problems } = parseReport(event);
  if (!content) return { status: 400, ...page({ typed, problems }) };
  await services.count(posting, from);
  // People do not see the honeypot. A program that fills it in is told the same.
  if (!isTrapped) await services.queueMail(posting, content, from);
  return { status: 303, location: localized(`${postingUrl}/report?received`, frame) };
});
