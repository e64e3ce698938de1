import { candidate } from './a-candidate.ts';
import type { Client, Reply } from './client.ts';

export { candidate };

const { fileName, ...written } = candidate;

/** The smallest file that a reader of PDF opens. */
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** An application as JSON that meets every rule, with some fields replaced. */
export const anApplication = (fields: Record<string, unknown> = {}) => ({
  ...written,
  resume: { fileName, content: pdf.toString('base64') },
  consent: true,
  ...fields,
});

/** A file as a JSON body has it. */
export const aResume = (name: string, bytes: Uint8Array) => ({
  fileName: name,
  content: Buffer.from(bytes).toString('base64'),
});

/** Applies for a job by JSON. */
export const apply = (
  { post }: Pick<Client, 'post'>,
  publicId: number | string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> => post(`/public/jobs/${publicId}/applications`, anApplication(fields), headers);

/** The apply form, filled in by the rules, with some fields replaced; undefined leaves one out. */
export const filledIn = (fields: Record<string, string | File | undefined> = {}) => {
  const form = new FormData();
  for (const [field, value] of Object.entries({
    ...written,
    consent: 'true',
    subject: '',
    ...fields,
  })) {
    if (value !== undefined) form.set(field, value);
  }
  return form;
};
