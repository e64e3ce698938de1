import type { Upload } from '../../schemas/upload.ts';
import type { Client, Reply } from './client.ts';

/** Begins the upload of a file for a posting. */
export const beginUpload = (
  { post }: Pick<Client, 'post'>,
  publicId: number | string,
  fileName: unknown = 'cv.pdf',
): Promise<Reply> => post(`/public/jobs/${publicId}/files`, { fileName });

/** The form data of an upload: the fields, with some replaced, and then the file; undefined leaves a field out. */
function uploadData(
  { upload: { fields } }: Upload,
  bytes: Uint8Array | undefined,
  changed: Record<string, string | undefined> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changed })) {
    if (value !== undefined) form.append(name, value);
  }
  if (bytes) form.append('file', new Blob([new Uint8Array(bytes)]), 'anything.bin');
  return form;
}

/** Sends a file to where an upload goes, and returns the status. */
export async function sendFile(
  upload: Upload,
  bytes: Uint8Array | undefined,
  changed: Record<string, string | undefined> = {},
): Promise<number> {
  const { url } = upload.upload;
  const response = await fetch(url, { method: 'POST', body: uploadData(upload, bytes, changed) });
  await response.text();
  return response.status;
}

/** The key of the file that an upload to this machine makes. */
export const keyOf = ({ upload: { url } }: Upload): string => new URL(url).pathname.slice('/files/'.length);

/** Uploads a file for a posting, and returns the id by which an application names it. */
export async function uploaded(
  client: Pick<Client, 'post'>,
  publicId: number | string,
  bytes: Uint8Array,
  fileName = 'cv.pdf',
): Promise<string> {
  const { body } = await beginUpload(client, publicId, fileName);
  const status = await sendFile(body, bytes);
  if (status !== 204) throw new Error(`The upload was refused: ${status}.`);
  return body.id;
}

/** The uploaded file that a form carries; undefined if it carries none. */
export function uploadShown(
  form: string,
): { id: string | undefined; fileName: string | undefined } | undefined {
  const [found, id, fileName] =
    /<input\s+type="hidden"\s+name="resume"\s+value="([^"]+)"\s+data-name="([^"]+)"/.exec(form) ?? [];
  return found === undefined ? undefined : { id, fileName };
}

/** A PDF of so many bytes. */
export const pdfOf = (size: number): Buffer<ArrayBuffer> => {
  const [begin, end] = [Buffer.from('%PDF-1.4\n%'), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([begin, Buffer.alloc(size - begin.length - end.length, 'x'), end]);
};
