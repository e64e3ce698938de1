import { Refusal } from '../platform/errors.ts';

/** A field of a form as sent: a text or a file. */
export type FormField = { name: string } & ({ text: string } | { fileName: string; bytes: Buffer });

/** Creates the refusal of malformed form data. */
export const malformedForm = (detail: string): Refusal => new Refusal('form_malformed', detail);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a text of a form. Refuses invalid UTF-8 with `form_malformed` instead of replacing it, as for JSON. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformedForm('The form data is not valid UTF-8.');
  }
}
