import type { IncomingMessage } from 'node:http';
import { multipartFields } from '../../../functions/http/multipart.ts';
import { malformedUpload, UploadRefusal } from './upload-refusal.ts';

/** How long S3 waits for a client that is silent, in milliseconds. */
const SILENT_MILLIS = 20_000;

/** The most bytes that may stand before the file: more than S3 allows for all fields. */
const FIELDS_BYTES = 32_768;

/** The most bytes that may stand after the file. */
const END_BYTES = 1_024;

/** The fields of an upload before its file, by their names in lower case. */
export type Fields = ReadonlyMap<string, string>;

interface Sizes {
  minBytes: number;
  maxBytes: number;
}

const timedOut = () =>
  new UploadRefusal(
    400,
    'RequestTimeout',
    'Your socket connection to the server was not read from or written to within the timeout period.',
  );

const tooLarge = () =>
  new UploadRefusal(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');

const tooSmall = () =>
  new UploadRefusal(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');

/** The next piece of the body; undefined at its end. Throws UploadRefusal when the client is silent for too long. */
async function nextOf(pieces: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timedOut()), SILENT_MILLIS);
  try {
    const { done, value } = await Promise.race([pieces.next(), silence]);
    return done === true ? undefined : value;
  } finally {
    clearTimeout(timer);
  }
}

/** Where the part of the file begins, and where its bytes do; undefined if that is still to come. */
function fileStart(body: Buffer, boundary: string): { part: number; bytes: number } | undefined {
  const text = body.toString('latin1');
  let part = text.startsWith(`--${boundary}`) ? 0 : -1;
  if (part === -1 && text.length > boundary.length + 2) throw malformedUpload();
  while (part !== -1) {
    const end = text.indexOf('\r\n\r\n', part);
    if (end === -1) return undefined;
    if (/;\s*name="?file"?\s*(?:;|\r|$)/i.test(text.slice(part, end))) return { part, bytes: end + 4 };
    part = text.indexOf(`\r\n--${boundary}`, end);
  }
  return undefined;
}

/** The fields in a body that ends before its file. Throws UploadRefusal. */
function fieldsIn(before: Buffer, boundary: string, contentType: string): Fields {
  const end = before.length === 0 ? `--${boundary}--` : `\r\n--${boundary}--`;
  try {
    const whole = Buffer.concat([before, Buffer.from(end)]);
    return new Map(
      [...multipartFields(whole, contentType)].map((field): [string, string] => [
        field.name.toLowerCase(),
        'text' in field ? field.text : '',
      ]),
    );
  } catch {
    throw malformedUpload();
  }
}

/** Reads and drops what is left of a body: closing the connection while the client sends would lose the response. */
async function dropRest(pieces: AsyncIterator<Buffer>): Promise<void> {
  let isOver: boolean | undefined = false;
  while (isOver !== true) ({ done: isOver } = await pieces.next());
}

/** The boundary that a Content-Type names. Throws UploadRefusal. */
function boundaryOf(contentType: string): string {
  const [, quoted, plain] =
    /^multipart\/form-data;.*?boundary=(?:"([^"]{1,70})"|([^";\s]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformedUpload();
  return boundary;
}

/**
 * Reads an upload: the fields, which `judge` judges before any byte of the file is kept, and then the file. Returns its
 * bytes with that judgement. Throws UploadRefusal, also what `judge` throws, and an error when the client disconnects.
 */
export async function readUpload<Allowed extends Sizes>(
  request: IncomingMessage,
  judge: (fields: Fields) => Promise<Allowed>,
): Promise<{ bytes: Buffer; allowed: Allowed }> {
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const next = () => nextOf(pieces);

  async function read() {
    const { 'content-type': contentType = '', 'content-length': length } = request.headers;
    const boundary = boundaryOf(contentType);
    if (length === undefined) {
      throw new UploadRefusal(
        411,
        'MissingContentLength',
        'You must provide the Content-Length HTTP header.',
      );
    }
    let body: Buffer = Buffer.alloc(0);
    let start: ReturnType<typeof fileStart>;
    while (!start) {
      const piece = await next();
      if (!piece) throw malformedUpload();
      body = Buffer.concat([body, piece]);
      start = fileStart(body, boundary);
      if ((start?.part ?? body.length) > FIELDS_BYTES) throw malformedUpload();
    }
    const fields = fieldsIn(body.subarray(0, start.part), boundary, contentType);
    const allowed = await judge(fields);
    const { minBytes, maxBytes } = allowed;

    const delimiter = Buffer.from(`\r\n--${boundary}`);
    const most = maxBytes + delimiter.length + END_BYTES;
    if (Number(length) > start.bytes + most) throw tooLarge();
    const kept = [body.subarray(start.bytes)];
    for (let piece = await next(); piece; piece = await next()) kept.push(piece);
    const rest = Buffer.concat(kept);
    const end = rest.indexOf(delimiter);
    if (end === -1) throw malformedUpload();
    if (end > maxBytes) throw tooLarge();
    if (end < minBytes) throw tooSmall();
    return { bytes: rest.subarray(0, end), allowed };
  }

  try {
    return await read();
  } catch (error) {
    dropRest(pieces).catch(() => undefined);
    throw error;
  }
}
