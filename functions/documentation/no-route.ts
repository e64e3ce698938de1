import { stageOf, type Handler, type Outgoing } from '../http/incoming.ts';
import { corsHeaders, optionsHeaders } from '../http/cors.ts';
import { errorResponse } from '../http/problem-response.ts';
import { methodNotAllowed, pathTemplate } from '../http/routes.ts';
import { pathNotFound, missingInDocumentation } from './page-response.ts';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { problemPage } from '../../pages/public/problem.ts';
import { pageFrame } from '../http/page-frame.ts';
import { publicPageResponse } from '../http/public-page-response.ts';

/** The paths of the documentation for developers. */
const forDevelopers = /^\/(?:docs|problems)(?:\/|$)/;

/** The page for an unknown path outside the documentation, which a candidate may have mistyped. */
export function missingOnSite(event: APIGatewayProxyEventV2, path: string): Outgoing {
  if (forDevelopers.test(path)) return missingInDocumentation(event, path);
  const frame = pageFrame(event);
  return publicPageResponse(
    { status: 404, page: problemPage('path_not_found', frame), hasForm: true },
    event,
    frame,
  );
}

/**
 * Requests that match no operation: 404 for the path, 405 with Allow for the method, and OPTIONS (guide: errors 13).
 */
export const handler: Handler = async (event) => {
  const { method } = event.requestContext.http;
  const path = pathTemplate(event.rawPath.slice(stageOf(event).length));
  if (path === undefined) return pathNotFound(event, missingOnSite);
  if (method === 'OPTIONS') return { statusCode: 204, headers: optionsHeaders(event, path) };
  const { headers, ...refused } = errorResponse(methodNotAllowed(method, path), event);
  return { ...refused, headers: { ...headers, ...corsHeaders(event, path) } };
};
