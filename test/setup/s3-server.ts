import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { multipartFields } from '../../functions/http/form-body.ts';
import { startServer } from './local-server.ts';

interface StoredObject {
  bytes: Buffer;
  type: string;
  modifiedAt: Date;
}

/** The S3 actions on files by request method; a GET of the bucket itself lists its files. */
const actions: Record<string, string> = { PUT: 'PutObject', GET: 'GetObject', DELETE: 'DeleteObject' };

/** A fault of a request: S3 refuses it, or carries it out and the response is lost. */
export type S3Fault = 'overloaded' | 'refused' | 'answer lost';

/** Keys per page of a list: few, so that tests also read the following pages. */
const PAGE = 2;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Responds with an error in the XML format of S3. */
function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
}

/**
 * A server that answers as S3 does, as far as this service asks: it keeps objects in memory. It uses path-style addresses,
 * as the SDK does for an endpoint that is an IP address.
 */
export async function startS3() {
  const objects = new Map<string, StoredObject>();
  const called = new Set<string>();
  let failing = 0;
  let fault: S3Fault = 'overloaded';
  let revealsMissing = false;

  function list(response: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? '';
    const from = query.get('continuation-token') ?? '';
    const names = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > from).toSorted();
    const pageOfNames = names.slice(0, PAGE);
    const next =
      names.length > PAGE
        ? `<NextContinuationToken>${escaped(pageOfNames.at(-1) ?? '')}</NextContinuationToken>`
        : '';
    const contents = pageOfNames.map(
      (key) =>
        `<Contents><Key>${escaped(key)}</Key><LastModified>${objects.get(key)?.modifiedAt.toISOString()}</LastModified></Contents>`,
    );
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${
        names.length > PAGE
      }</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }

  /** Accepts an upload with a form without checking the policy of the form. */
  function take(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const fields = [...multipartFields(body, request.headers['content-type'] ?? '')];
    const texts = new Map(fields.map((field) => [field.name, 'text' in field ? field.text : '']));
    const file = fields.find(({ name }) => name === 'file');
    objects.set(texts.get('key') ?? '', {
      bytes: file && 'bytes' in file ? file.bytes : Buffer.alloc(0),
      type: texts.get('Content-Type') ?? '',
      modifiedAt: new Date(),
    });
    response.writeHead(204).end();
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
    const [, , ...steps] = pathname.split('/');
    const key = decodeURIComponent(steps.join('/'));
    const method = request.method ?? '';
    const action = key === '' ? 'ListBucket' : (actions[method] ?? method);
    const bytes = await buffer(request);
    if (method === 'POST') return take(request, response, bytes);
    called.add(action);
    if (failing > 0) {
      failing -= 1;
      if (fault === 'overloaded') return refuse(response, 503, 'SlowDown');
      if (fault === 'refused') return refuse(response, 403, 'AccessDenied');
      response.writeHead = () => response.destroy();
    }
    if (action === 'ListBucket') return list(response, searchParams);
    if (action === 'PutObject') {
      objects.set(key, { bytes, type: request.headers['content-type'] ?? '', modifiedAt: new Date() });
      response.writeHead(200, { etag: '"0"' }).end();
      return undefined;
    }
    if (action === 'DeleteObject') {
      objects.delete(key);
      response.writeHead(204).end();
      return undefined;
    }
    const object = objects.get(key);
    if (!object)
      return revealsMissing ? refuse(response, 404, 'NoSuchKey') : refuse(response, 403, 'AccessDenied');
    response.writeHead(200, {
      'content-type': searchParams.get('response-content-type') ?? object.type,
      'content-disposition': searchParams.get('response-content-disposition') ?? '',
      'content-length': object.bytes.length,
    });
    response.end(object.bytes);
    return undefined;
  }

  return {
    ...(await startServer(serve)),
    /** The files by their keys. */
    objects,
    /** The actions of S3 that requests needed, except those of forms. */
    called,
    /** Sets whether a missing file is a 404, as for callers that may list the bucket, or a 403, as for others. */
    sayMissing: (said: boolean) => {
      revealsMissing = said;
    },
    /** Makes the next requests fail. */
    fail: (requests: number, met: S3Fault = 'overloaded') => {
      failing = requests;
      fault = met;
    },
  };
}
