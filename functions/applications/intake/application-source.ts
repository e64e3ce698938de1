import { applicationSource } from '../../../schemas/application.ts';
import { isBlank } from '../../platform/text/characters.ts';

/** The parameters of an address that say where somebody comes from, the first one first. */
const names = ['source', 'utm_source'];

/** What one line of text cannot have, and what turns the direction of letters. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** From where a candidate comes, as the query of the form says: the beginning of it as one line; null if it says nothing. */
export function sourceIn(rawQueryString: string): string | null {
  const query = new URLSearchParams(rawQueryString);
  const lines = names.map((name) => {
    const line = (query.get(name) ?? '').replaceAll(unfit, ' ').trim();
    return Array.from(line).slice(0, applicationSource.maxLength).join('').trim();
  });
  return lines.find((line) => !isBlank(line)) ?? null;
}
