import { stageOf } from '../http/addresses.ts';
import type { Handler } from '../http/incoming.ts';
import { errorResponse } from '../http/problem-response.ts';
import { allowedMethods, methodNotAllowed, pathTemplate } from '../http/routes.ts';
import { missingOnSite } from './missing-on-site.ts';
import { pathNotFound } from './path-not-found.ts';

/** Requests that match no operation: 404 for the path, 405 with Allow for the method, and OPTIONS (interface 5.7). */
export const handler: Handler = async (event) => {
  const { method } = event.requestContext.http;
  const path = pathTemplate(event.rawPath.slice(stageOf(event).length));
  if (path === undefined) return pathNotFound(event, missingOnSite);
  if (method === 'OPTIONS') return { statusCode: 204, headers: { allow: allowedMethods(path).join(', ') } };
  return errorResponse(methodNotAllowed(method, path), event);
};
