import { reportReceivedPage } from '../../pages/public/report-form.ts';
import { publicPage } from '../http/public-page.ts';
import { closedPostingPage } from '../postings/posting/find-posting.ts';
import { postingServicesFor } from '../postings/services.ts';
import { reportPage } from './report-form.ts';

/**
 * The form that reports a posting (guide: public-pages 13 and 14). With `received` in the query, the page after a
 * report.
 */
export const handler = publicPage('showReportForm', postingServicesFor, async (request, { openPosting }) => {
  const { id, event, frame } = request;
  // The page after a report does not need the posting, which may be closed by now.
  if (new URLSearchParams(event.rawQueryString).has('received')) {
    return { page: reportReceivedPage(reportPage(request).postingUrl, frame) };
  }
  request.onProblem(closedPostingPage(request));
  return reportPage(request, await openPosting(id)).page();
});
