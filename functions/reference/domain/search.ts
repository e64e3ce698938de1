import { foldAccents } from '../../platform/text.ts';
import { foldWords } from './location.ts';

const byLengthNameProvince = (
  a: { name: string; province: string },
  b: { name: string; province: string },
): number =>
  a.name.length - b.name.length || compareText(a.name, b.name) || compareText(a.province, b.province);

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * The places whose name contains `q`, ignoring case, accents and the spelling of Saint (`st. john`, `saint john`):
 * shortest names first, then by name, then by province, which is a total order. A blank `q` matches every place
 * (interface 4.2).
 */
export const searchPlaces = <T extends { name: string; province: string }>(
  places: readonly T[],
  q: string,
): T[] => {
  const text = foldAccents(q.trim());
  const words = foldWords(q);
  return places
    .filter(
      ({ name }) => foldAccents(name).includes(text) || (words !== '' && foldWords(name).includes(words)),
    )
    .toSorted(byLengthNameProvince);
};
