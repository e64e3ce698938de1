import type { PublicPageId } from '../../../schemas/public-pages.ts';
import {
  siteAddressOf,
  type ChainServices,
  type Handler,
  type Incoming,
  type Outgoing,
} from '../../http/incoming.ts';
import { contentlessResponse } from '../../http/operation-response.ts';
import { gzipBody } from '../../http/content-coding.ts';
import { lambdaHandler, type EventWith, type ServicesFor } from '../../http/lambda-handler.ts';
import { siteChain } from '../../http/public-page.ts';

/** A request for a public file, as its handler sees it. */
interface FileRequest {
  /** The name of the file in the path; empty if there is none. */
  file: string;
  /** The absolute URL of a path from the root of the service. */
  siteAddress: (path: string) => string;
}

/** A file, or a redirect to it. */
type FileAnswer =
  | {
      /** The entity tag, different for every content. */
      version: string;
      /** The time at which a file with this content was first completed, if it is known. */
      modifiedAt?: Date;
      /** The compressed XML document, which is read only when the client does not have it. */
      gzip: () => Promise<Buffer> | Buffer;
    }
  | { location: string };

/** How long a client may use the file without revalidation, in seconds: files are made once an hour. */
const MAX_AGE = 300;

async function fileOutgoing(answer: FileAnswer, event: Incoming): Promise<Outgoing> {
  if ('location' in answer) {
    return { statusCode: 302, headers: { location: answer.location, 'cache-control': 'no-store' } };
  }
  const { version, modifiedAt, gzip } = answer;
  // The tag is weak, because compressed and uncompressed bytes have the same tag.
  const etag = `W/"${version}"`;
  const headers = {
    etag,
    ...(modifiedAt && { 'last-modified': modifiedAt.toUTCString() }),
    'cache-control': `public, max-age=${MAX_AGE}`,
    vary: 'accept-encoding',
  };
  const seconds = modifiedAt && Math.trunc(modifiedAt.getTime() / 1_000);
  const contentless = contentlessResponse(event, { etag, modifiedAt: seconds }, headers);
  if (contentless) return contentless;
  const described = {
    ...headers,
    'content-type': 'application/xml; charset=utf-8',
    'x-content-type-options': 'nosniff',
  };
  const { headers: coding, ...body } = gzipBody(event, (await gzip()).toString('base64'));
  return { statusCode: 200, headers: { ...described, ...coding }, ...body };
}

/**
 * The Lambda handler of a file for search engines and job aggregators, like `publicPage` for HTML. `run` never catches:
 * `errorsToPages` converts all errors.
 */
export function publicFile<Services extends ChainServices>(
  id: PublicPageId,
  servicesFor: ServicesFor<Services>,
  run: (request: FileRequest, services: Services) => Promise<FileAnswer>,
): Handler {
  const serve = async (event: EventWith<Services>) => {
    const request = {
      file: event.pathParameters?.['file'] ?? '',
      siteAddress: (path: string) => siteAddressOf(event, path),
    };
    return fileOutgoing(await run(request, event.services), event);
  };
  return lambdaHandler(servicesFor, serve, siteChain(id));
}
