import reference from '../../../schemas/reference-data/reference.json' with { type: 'json' };
import type { LocationType, Location as LocationRecord } from '../../../schemas/reference-data.ts';
import { foldAccents } from '../../platform/text.ts';
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

/** A place in a response (interface 2.2). The original API calls every city a Town, however large. */
export function locationRecord({
  id,
  name,
  province,
}: Location): Required<LocationRecord> & { type: LocationType } {
  const { description = describePlace({ name, province }), type = 'Town' } = regionById(id) ?? {};
  return { id, name, description, type };
}

/** Every apostrophe that keyboards produce, and the glottal stop that is often written as one. */
const apostrophes = /['’‘‛ʼʻʹ′`´＇ʔ]/gu;

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ø', 'o'],
  ['ł', 'l'],
]);

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

/**
 * The words of a name in a uniform spelling, separated by single spaces: `Ste-Thérèse` -> `sainte therese`, `St. John's` -> `saint johns`.
 * A text without a letter or digit gives an empty string.
 */
export const foldWords = (name: string): string =>
  foldAccents(name.replace(apostrophes, ''))
    .replace(/[œæøł]/gu, (letter) => plainLetters.get(letter) ?? letter)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map(spelledOut)
    .join(' ');

/**
 * The key of a place: `Trois-Rivières` and `trois rivieres` -> `troisrivieres` (reference data, ATTRIBUTION.md, 'Folding').
 * It is stored in places.tsv and with every registered place, so a change here needs a migration.
 */
export const foldName = (name: string): string => foldWords(name).replaceAll(' ', '');
