import { BASE_PATH, operations, type Operation } from '../../schemas/operations.ts';
import { setting } from '../platform/config.ts';
import { header, type ChainRequest, type EventHeaders, type Middleware } from './incoming.ts';
import { allowedMethods } from './routes.ts';

const access = new Map(
  Object.values<Operation>(operations).map((operation) => [
    `${BASE_PATH}${operation.path}`,
    operation.access,
  ]),
);

/**
 * The CORS headers of every response on a path (guide: career-site 5 and 6): scripts of any origin may use operations
 * without a key, those of BROWSER_ORIGINS all operations, and none the pages.
 */
export function corsHeaders(event: EventHeaders, path: string): Record<string, string> {
  const exposed = { 'access-control-expose-headers': '*' };
  if (access.get(path) === 'public') return { 'access-control-allow-origin': '*', ...exposed };
  const origins = setting('BROWSER_ORIGINS');
  if (!origins || !access.has(path)) return {};
  const origin = header(event, 'origin') ?? '';
  return {
    vary: 'origin',
    ...(origins.has(origin) && { 'access-control-allow-origin': origin, ...exposed }),
  };
}

/** The headers of a response to OPTIONS, which browsers send before a request from another origin. */
export function optionsHeaders(event: EventHeaders, path: string): Record<string, string> {
  const allow = allowedMethods(path).join(', ');
  const headers: Record<string, string> = { allow, ...corsHeaders(event, path) };
  if (!('access-control-allow-origin' in headers)) return headers;
  return {
    ...headers,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': '*',
    'access-control-max-age': '3600',
  };
}

/** Adds the CORS headers of an operation to every response, errors included. */
export function cors({ path }: Operation): Middleware {
  const add = ({ event, response }: ChainRequest) => {
    if (response) response.headers = { ...response.headers, ...corsHeaders(event, `${BASE_PATH}${path}`) };
  };
  return { after: add, onError: add };
}
