import { applicationSource } from '../../../schemas/application.ts';
import { isBlank } from '../../platform/text/characters.ts';

/** The query parameters that name a source, in the order of precedence. */
const names = ['source', 'utm_source'];

/** Characters that one line of text cannot contain, and direction controls. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** The source in the query of the form: its beginning as one line; null when there is none. */
export function parseSource(rawQueryString: string): string | null {
  const query = new URLSearchParams(rawQueryString);
  const lines = names.map((name) => {
    const line = (query.get(name) ?? '').replaceAll(unfit, ' ').trim();
    return Array.from(line).slice(0, applicationSource.maxLength).join('').trim();
  });
  return lines.find((line) => !isBlank(line)) ?? null;
}
