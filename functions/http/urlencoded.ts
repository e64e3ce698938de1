import { decodeText, malformedForm, type FormField } from './form-field.ts';

const BYTE_ORDER_MARK = '\uFEFF';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformedForm('The form data has an escape (%) that is not UTF-8.');
  }
}

/** Splits a text lazily, so that the consumer may stop. */
function* splitAt(text: string, separator: string): Generator<string> {
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = text.indexOf(separator, start);
    yield text.slice(start, end === -1 ? undefined : end);
  }
}

/** Parses the fields of `application/x-www-form-urlencoded` (URL Standard, section 5.1), in UTF-8 only. */
export function* urlencodedFields(bytes: Uint8Array): Generator<FormField> {
  const text = decodeText(bytes);
  for (const pair of splitAt(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text, '&')) {
    if (pair === '') continue;
    const [name = ''] = pair.split('=', 1);
    yield { name: decoded(name), text: decoded(pair.slice(name.length + 1)) };
  }
}
