import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { problemPage } from '../../pages/public/problem.ts';
import type { Outgoing } from '../http/incoming.ts';
import { pageFrame } from '../http/page-frame.ts';
import { publicPageResponse } from '../http/public-page-response.ts';
import { missingInDocumentation } from './path-not-found.ts';

/** The paths of the documentation, whose readers are looking for something in it. */
const forDevelopers = /^\/(?:docs|problems)(?:\/|$)/;

/** The page for a path where nothing is: outside of the documentation, a candidate has mistyped it. */
export function missingOnSite(event: APIGatewayProxyEventV2, path: string): Outgoing {
  if (forDevelopers.test(path)) return missingInDocumentation(event, path);
  const frame = pageFrame(event);
  return publicPageResponse({ status: 404, page: problemPage('path_not_found', frame) }, event, frame);
}
