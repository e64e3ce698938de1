import { problemPage } from '../../pages/public/problem.ts';
import { problems } from '../../schemas/problems.ts';
import { stageOf, type Handler } from '../http/incoming.ts';
import { corsHeaders } from '../http/cors.ts';
import { pageFrame } from '../http/page-frame.ts';
import { problemResponse } from '../http/problem-response.ts';
import { pathTemplate } from '../http/routes.ts';
import { publicPageResponse } from '../http/public-page-response.ts';

const CODE = 'service_unavailable';

/** Retry-After is five minutes, because maintenance takes minutes. */
const headers = { 'retry-after': '300' };

const detail =
  'The service is in maintenance: it can be read, but not written to. Nothing was changed. Try again later.';

/** Refuses requests that would change data while the service is in maintenance (guide: retries 3 and 4). */
export const handler: Handler = async (event) => {
  const path = event.rawPath.slice(stageOf(event).length);
  if (path.startsWith('/api/')) {
    const { requestId } = event.requestContext;
    return problemResponse(CODE, {
      detail,
      requestId,
      members: { outcome: 'not-applied' },
      headers: { ...headers, ...corsHeaders(event, pathTemplate(path) ?? '') },
    });
  }
  const frame = pageFrame(event);
  const page = problemPage(CODE, frame);
  const outgoing = publicPageResponse({ status: problems[CODE].status, page }, event, frame);
  return { ...outgoing, headers: { ...outgoing.headers, ...headers } };
};
