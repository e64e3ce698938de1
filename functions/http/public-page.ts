import type { Frame } from '../../pages/public/frame.ts';
import { problemPage } from '../../pages/public/problem.ts';
import { problems } from '../../schemas/problems.ts';
import type { Language } from '../../schemas/languages.ts';
import type { PublicPageId } from '../../schemas/public-pages.ts';
import {
  siteAddressOf,
  type ChainServices,
  type Handler,
  type Incoming,
  type Middleware,
  type Outgoing,
  type PageOfProblem,
  header,
} from './incoming.ts';
import { lambdaHandler, type EventWith, type ServicesFor, requestLog } from './lambda-handler.ts';
import { pageFrame } from './page-frame.ts';
import { problemFacts, redirectAfterMove } from './problem-response.ts';
import { publicPageResponse } from './public-page-response.ts';
import type { PublicPageResult } from './public-page-result.ts';
import { setting } from '../platform/config.ts';
import { Moved, Refusal } from '../platform/errors.ts';
import { provenAddressHeader } from './client-address.ts';

/** The values of Sec-Fetch-Site for a request from a page of the same origin, and for a request without a page. */
const ownSites = new Set(['same-origin', 'none']);

/** Whether an origin equals the origin of the request's URL. Pages that hide their origin send `null`. */
function isSameOrigin(origin: string, event: Incoming): boolean {
  const host = URL.parse(origin)?.host;
  const ownHosts = [new URL(siteAddressOf(event, '/')).host, header(event, 'host')];
  return host !== undefined && ownHosts.includes(host);
}

/**
 * Refuses a form that a browser sends from a page of another site. A client that is no browser sends no such header and
 * passes. Throws Refusal `cross_site_request`.
 */
export function requireSameOrigin(event: Incoming): void {
  const site = header(event, 'sec-fetch-site');
  const origin = header(event, 'origin');
  const isOwn = site === undefined ? origin === undefined || isSameOrigin(origin, event) : ownSites.has(site);
  if (!isOwn) throw new Refusal('cross_site_request');
}

/** A request for a public page, as its handler sees it. */
export interface PageRequest {
  event: Incoming;
  /** The decoded parameter of the path; empty when the path has no parameter. */
  id: string;
  frame: Frame;
  /** The layout of a page by the language of its content, unless the client prefers another, and for test employers. */
  frameFor: (shown: Language, isTest?: boolean) => Frame;
  /** The absolute URL of a path from the root of the service. */
  siteAddress: (path: string) => string;
  /** Sets the function that creates the page when a problem occurs later, such as a form with the entered values. */
  onProblem: (show: PageOfProblem) => void;
}

function problemPageResponse(error: unknown, event: Incoming): Outgoing {
  const { code, headers } = problemFacts(error, event);
  const frame = pageFrame(event);
  const { status } = problems[code];
  const page = event.pageOfProblem?.(code, error) ?? {
    page: problemPage(code, frame),
    hasForm: true as const,
  };
  const response = publicPageResponse({ ...page, status }, event, frame);
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Converts all errors of a page to pages. */
const errorsToPages = (): Middleware => ({
  onError: (request) => {
    const { event, error } = request;
    request.response = redirectAfterMove(error, event) ?? problemPageResponse(error, event);
  },
});

/** Redirects requests to the site's own address, unless they came through its CDN (guide: public-pages 4 and 5). */
export const redirectToSite = (): Middleware => ({
  before: ({ event }) => {
    if (setting('SITE_URL') === undefined || provenAddressHeader(event) !== undefined) return;
    const [parameter = ''] = Object.values(event.pathParameters ?? {});
    throw new Moved(encodeURIComponent(parameter));
  },
});

/** The middlewares of every page of the site. */
export const siteChain = (id: PublicPageId): Middleware[] => [
  requestLog(id),
  errorsToPages(),
  redirectToSite(),
];

/**
 * The Lambda handler of a public page, like `operationHandler` for JSON. `run` never catches: `errorsToPages` converts
 * all errors.
 */
export function publicPage<Services extends ChainServices>(
  id: PublicPageId,
  servicesFor: ServicesFor<Services>,
  run: (request: PageRequest, services: Services) => Promise<PublicPageResult> | PublicPageResult,
): Handler {
  const serve = async (event: EventWith<Services>) => {
    if (event.requestContext.http.method === 'POST') requireSameOrigin(event);
    const frame = pageFrame(event);
    const result = await run(
      {
        event,
        id: Object.values(event.pathParameters ?? {})[0] ?? '',
        frame,
        frameFor: (shown, isTest) => ({ ...pageFrame(event, shown), isTest }),
        siteAddress: (path) => siteAddressOf(event, path),
        onProblem: (show) => {
          event.pageOfProblem = show;
        },
      },
      event.services,
    );
    return publicPageResponse(result, event, frame);
  };
  return lambdaHandler(servicesFor, serve, siteChain(id));
}
