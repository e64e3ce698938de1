import reference from '../../../schemas/reference-data/reference.json' with { type: 'json' };
import type { LocationType, Location as LocationRecord } from '../../../schemas/reference-data.ts';
import { foldAccents, foldSearched } from '../../platform/text.ts';
import type { CataloguePlace } from './gazetteer.ts';

/** The country, a province or a territory, as a place of remote work. Its description resolves to it again. */
export type Region = CataloguePlace & Readonly<{ description: string; type: LocationType }>;

const { country, provinces } = reference;

/** The code of the country, which includes all provinces. */
export const COUNTRY = country.code;

/** All regions, in the order of their ids. */
export const regions: readonly Region[] = [country, ...provinces].map(({ id, code, en }) => {
  // The name Quebec means the city.
  const description = code === 'QC' ? code : en;
  const type = code === COUNTRY ? 'Country' : 'Province';
  return { id, key: description, province: code, name: en, description, type };
});

const byId = new Map(regions.map((region) => [region.id, region]));

/** The region that has the id; undefined for a city. */
export const regionById = (id: number | undefined): Region | undefined =>
  id === undefined ? undefined : byId.get(id);

/** The names of a province or territory in English and French; none for an unknown code. */
export const provinceNames = (code: string): readonly string[] =>
  provinces.flatMap((each) => (each.code === code ? [...new Set([each.en, each.fr])] : []));

/** The `description` of a place in the API, which resolves to the same place: `Vancouver, BC`. */
export const describePlace = ({ name, province }: { name: string; province: string }): string =>
  `${name}, ${province}`;

/** A place with its permanent id. */
export interface Location {
  id: number;
  name: string;
  province: string;
}

/** A place in a response (guide: job-content 4 to 6). The original API calls every city a Town, however large. */
export function locationRecord({
  id,
  name,
  province,
}: Location): Required<LocationRecord> & { type: LocationType } {
  const { description = describePlace({ name, province }), type = 'Town' } = regionById(id) ?? {};
  return { id, name, description, type };
}

const abbreviations = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
]);

// Expanded only as the first word: elsewhere they may not mean Mount and Fort.
const leadingAbbreviations = new Map([
  ['mt', 'mount'],
  ['ft', 'fort'],
]);

/** A name of one word is not changed: `St` alone does not mean Saint. */
const spelledOut = (word: string, index: number, words: readonly string[]): string => {
  if (words.length < 2) return word;
  return abbreviations.get(word) ?? (index === 0 ? leadingAbbreviations.get(word) : undefined) ?? word;
};

/** Everything between the words of a name. */
const betweenWords = /[^\p{L}\p{N}]+/gu;

/**
 * The words of a name in a uniform spelling, separated by single spaces: `Ste-Thérèse` -> `sainte therese`, `St. John's` -> `saint johns`.
 * A text without a letter or digit gives an empty string.
 */
export const foldWords = (name: string, separators = betweenWords): string =>
  foldSearched(name.replaceAll('´', ''))
    .replaceAll("'", '')
    .replaceAll('&', ' and ')
    .replace(separators, ' ')
    .trim()
    .split(' ')
    .map(spelledOut)
    .join(' ');

/**
 * The key of a place: `Trois-Rivières` and `trois rivieres` -> `troisrivieres` (reference data, ATTRIBUTION.md, 'Folding').
 * It is stored in places.tsv and with every registered place, so a change here needs a migration.
 */
export const foldName = (name: string): string => foldWords(name).replaceAll(' ', '');

/** Common forms besides the code and the two official names. NE (N.-É.) is omitted: it means Nebraska. */
const otherForms: Readonly<Record<string, readonly string[]>> = {
  AB: ['Alta', 'Alb'],
  BC: ['C.-B.'],
  MB: ['Man'],
  NL: ['NF', 'Nfld', 'Newfoundland', 'Labrador', 'Newfoundland & Labrador', 'Terre-Neuve', 'T.-N.-L.'],
  NT: ['NWT', 'Northwest Territory', 'T.N.-O.'],
  ON: ['Ont'],
  PE: ['PEI', 'Î.-P.-É.'],
  QC: ['PQ', 'Que'],
  SK: ['Sask'],
  YT: ['YK', 'Yukon Territory', 'Territoire du Yukon'],
};

const fold = (text: string): string => foldAccents(text).replace(/[^\p{L}\p{N}]+/gu, '');

const codeByForm: ReadonlyMap<string, string> = new Map(
  provinces.flatMap(({ code, en, fr }) =>
    [code, en, fr, ...(otherForms[code] ?? [])].map((form) => [fold(form), code] as const),
  ),
);

/** The 13 codes, in alphabetical order. */
export const provinceCodes: readonly string[] = provinces.map(({ code }) => code);

/**
 * The code of a province or territory from its code, English or French name, or another common form, ignoring case,
 * accents and punctuation: `b.c.`, `Québec`, `Nfld`; `undefined` if it is unknown (guide: job-content 4 to 6).
 */
export const provinceOf = (text: string): string | undefined => codeByForm.get(fold(text));

const byLengthNameProvince = (
  a: { name: string; province: string },
  b: { name: string; province: string },
): number =>
  a.name.length - b.name.length || compareText(a.name, b.name) || compareText(a.province, b.province);

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * The places whose name contains `q`, ignoring case, accents and the spelling of Saint (`st. john`, `saint john`):
 * shortest names first, then by name, then by province, which is a total order. A blank `q` matches every place
 * (guide: job-content 7).
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
