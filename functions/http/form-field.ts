import { Refusal } from '../platform/errors.ts';

/** A field of a form, as it was sent: a text, or a file. */
export type FormField = { name: string } & ({ text: string } | { fileName: string; bytes: Buffer });

/** The refusal of form data, with what is wrong with it. */
export const malformedForm = (detail: string): Refusal => new Refusal('form_malformed', detail);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text of a form. Refuses with `form_malformed` what is not UTF-8, as JSON is refused, instead of replacing it. */
export function formText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformedForm('The form data is not valid UTF-8.');
  }
}
