import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { problemPage } from '../../pages/public/problem.ts';
import { style } from '../../pages/public/style.ts';
import type { Language } from '../../pages/public/words.ts';
import { problems } from '../../schemas/problems.ts';
import type { PublicPageId } from '../../schemas/public-pages.ts';
import { StoreUnavailable } from '../domain/store-unavailable.ts';
import { siteAddressOf } from './addresses.ts';
import { entityTagOf } from './entity-tag.ts';
import type { ChainServices, Handler, Incoming, Middleware, Outgoing } from './incoming.ts';
import { languageOf } from './language.ts';
import { redirectAfterMove } from './moved-posting.ts';
import { acceptsGzip, isKnownTag } from './page-answer.ts';
import { problemFacts } from './problem-response.ts';
import { requestLog } from './request-log.ts';

/** A request for a public page, as its handler sees it. */
interface PageRequest {
  event: Incoming;
  /** The parameter of the path, decoded; empty if there is none. */
  id: string;
  language: Language;
  /** The absolute URL of a path from the root of the service. */
  siteAddress: (path: string) => string;
}

/** A page, or a redirect to another one. */
type PageAnswer =
  | {
      status?: number;
      /** The whole HTML document. */
      page: string;
      /** The page contains a form, which sends to this service only. */
      hasForm?: true;
      /** For how long it may be shown without asking again, in seconds; by default not at all. */
      maxAge?: number;
    }
  | { status: 301 | 302 | 303; location: string };

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing from anywhere, but the page's own style. */
const contentSecurityPolicy = (formAction: "'self'" | "'none'") =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');

const policies = { form: contentSecurityPolicy("'self'"), none: contentSecurityPolicy("'none'") };

/** Compressing less than this, in bytes, saves nothing. */
const LEAST_COMPRESSED = 1_000;

function encoded(event: Incoming, text: string): Outgoing {
  if (text.length < LEAST_COMPRESSED || !acceptsGzip(event)) return { body: text };
  return {
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(text).toString('base64'),
    isBase64Encoded: true,
  };
}

/** The response for people: the page with its validator and its policy, 304 if the client already has it. */
function pageOutgoing(answer: PageAnswer, event: Incoming, language: Language): Outgoing {
  const secure = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };
  if ('location' in answer) {
    const { status: statusCode, location } = answer;
    return { statusCode, headers: { location, 'cache-control': 'no-store', ...secure } };
  }
  const { status = 200, page, hasForm = false, maxAge } = answer;
  const isCached = status === 200 && maxAge !== undefined;
  // Weak, because it is the same for the compressed and the uncompressed bytes.
  const etag = `W/${entityTagOf(page)}`;
  const headers = {
    ...(isCached && { etag }),
    'cache-control': isCached ? `public, max-age=${maxAge}` : 'no-store',
    vary: 'accept-encoding, accept-language',
  };
  if (isCached && isKnownTag(event, etag)) return { statusCode: 304, headers };
  const { headers: coding, ...body } = encoded(event, page);
  return {
    statusCode: status,
    headers: {
      ...headers,
      ...secure,
      ...coding,
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': hasForm ? policies.form : policies.none,
    },
    ...body,
  };
}

function problemOutgoing(error: unknown, event: Incoming): Outgoing {
  const { code, headers } = problemFacts(error, event);
  const language = languageOf(event);
  const page = problemPage(code, language);
  const outgoing = pageOutgoing({ status: problems[code].status, page }, event, language);
  return { ...outgoing, headers: { ...outgoing.headers, ...headers } };
}

/** The one place where errors become pages. */
const errorPage = (): Middleware => ({
  onError: (request) => {
    const { event, error } = request;
    request.response = redirectAfterMove(error, event) ?? problemOutgoing(error, event);
  },
});

/** The function timed out, and what it was doing may still take effect. */
function tooLate(): never {
  throw new StoreUnavailable('unknown', 'The time of the function is over.');
}

/**
 * The Lambda handler of a public page: what `endpoint` is for JSON. `run` never catches: errors become pages in one
 * place.
 */
export function publicPage<Services extends ChainServices>(
  id: PublicPageId,
  servicesFor: (context: Pick<Context, 'getRemainingTimeInMillis'>) => Services,
  run: (request: PageRequest, services: Services) => Promise<PageAnswer> | PageAnswer,
): Handler {
  const serve = async (event: Incoming & { services: Services }): Promise<Outgoing> => {
    const language = languageOf(event);
    const answer = await run(
      {
        event,
        id: Object.values(event.pathParameters ?? {})[0] ?? '',
        language,
        siteAddress: (path) => siteAddressOf(event, path),
      },
      event.services,
    );
    return pageOutgoing(answer, event, language);
  };
  const handler = middy(serve, { timeoutEarlyResponse: tooLate }).use([requestLog(id), errorPage()]);
  // nodejs24.x assumes that a handler with three parameters uses a callback, and refuses it.
  return (event, context) => handler({ ...event, services: servicesFor(context) }, context);
}
