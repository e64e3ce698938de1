import reference from '../../../schemas/reference-data/reference.json' with { type: 'json' };
import type { LocationType, Location as LocationRecord } from '../../../schemas/reference-data.ts';
import { foldAccents, foldSearched } from '../../platform/text.ts';
import type { CataloguePlace, Entry, Gazetteer, Place } from './gazetteer.ts';

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

type PlaceViolation = { code: keyof typeof messages; message: string };

type Resolution = { place: Place } | { violation: PlaceViolation };

/** A name without a province means a place only if its weight is this many times the next one's with the name. */
const DOMINANCE = 3;

const MAX_SUGGESTIONS = 5;

/** The maximum number of words of a province: the time must not grow with the square of the length. */
const MAX_PROVINCE_WORDS = 5;

/** A postal code, with what separates it from the words before it. */
const postalCode = /[ ,]*(?<![\p{L}\p{N}])[a-z]\d[a-z][ -]?\d[a-z]\d(?![\p{L}\p{N}])/giu;

/** What people and programs write between a city and its province in place of a comma. */
const otherComma = / *[([] *| +[\p{Pd}/|] +/gu;

/** Codes before a city, as applicant tracking systems write them: `CA-ON-Toronto`. */
const leadingCodes = /^(?:ca-)?([a-z]{2})-(?=\p{L})/iu;

const countryName = 'canada';
const countryAfterProvince = new Set([countryName, 'ca', 'can']);
// Not CA: 'Richmond, CA' is in California.
const countryAfterCity = new Set([countryName]);

const cityText = /^[\p{L}\p{M}\p{N}\p{Pd} .'’‘‛′`´!&()/#:?]+$/u;
const letter = /\p{L}/u;

type Facts = { given: string; province?: string | undefined; candidates?: readonly Entry[] };

const listed = (candidates: readonly Entry[] = []): string =>
  candidates
    .slice(0, MAX_SUGGESTIONS)
    .map(({ place }) => describePlace(place))
    .join('; ');

const didYouMean = (candidates: readonly Entry[] = []): string =>
  candidates.length === 0 ? '' : ` Did you mean: ${listed(candidates)}?`;

const ALLOWED_PLACES =
  "Use a city and its province, such as 'Vancouver, BC'; GET /locations?q= finds those that are known.";

const messages = {
  location_required: () =>
    "A location needs a description: a city, or a city and a province code such as 'Vancouver, BC'.",
  location_format: ({ given }: Facts) =>
    `'${given}' is not a place: use 'City' or 'City, PR', such as 'Vancouver, BC'.`,
  location_province_unknown: ({ given }: Facts) =>
    `'${given}' is not a Canadian province or territory code (${provinceCodes.join(', ')}).`,
  location_not_found: ({ given, province }: Facts) =>
    province === undefined
      ? `No Canadian place named '${given}' is known. ${ALLOWED_PLACES}`
      : `No place named '${given}' is known in ${province}. ${ALLOWED_PLACES}`,
  location_wrong_province: ({ given, province, candidates }: Facts) =>
    `No place named '${given}' is known in ${province}.${didYouMean(candidates)}`,
  location_ambiguous: ({ given, candidates }: Facts) =>
    `'${given}' matches several places: ${listed(candidates)}. Add the province code.`,
  location_province_required: ({ given, candidates }: Facts) =>
    `'${given}' is a neighbourhood and needs its province code.${didYouMean(candidates)}`,
} as const satisfies Record<string, (facts: Facts) => string>;

const refuse = (code: keyof typeof messages, facts: Facts): Resolution => ({
  violation: { code, message: messages[code](facts) },
});

/** The comma-separated parts, without the country and without a trailing comma. */
const partsOf = (text: string): readonly string[] => {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > 1 && parts.at(-1) === '') parts.pop();
  const last = foldName(parts.at(-1) ?? '');
  const isCountry =
    (parts.length === 3 && countryAfterProvince.has(last)) ||
    (parts.length === 2 && countryAfterCity.has(last));
  return isCountry ? parts.slice(0, -1) : parts;
};

const isCity = (text: string): boolean => cityText.test(text) && letter.test(text);

const namesakesOf = ({ entries }: Gazetteer, city: string): readonly Entry[] =>
  entries.get(foldName(city)) ?? [];

const inProvince = (namesakes: readonly Entry[], province: string): Entry | undefined =>
  namesakes.find(({ place }) => place.province === province);

const resolveInProvince = (gazetteer: Gazetteer, given: string, province: string): Resolution => {
  const candidates = namesakesOf(gazetteer, given);
  const inRegion = inProvince(candidates, province);
  if (inRegion !== undefined) return { place: inRegion.place };
  return refuse(candidates.length === 0 ? 'location_not_found' : 'location_wrong_province', {
    given,
    province,
    candidates,
  });
};

const resolveByName = (gazetteer: Gazetteer, given: string): Resolution => {
  const namesakes = namesakesOf(gazetteer, given);
  if (namesakes.length === 0) {
    return refuse('location_not_found', { given });
  }
  const candidates = namesakes.filter(({ weight }) => weight > 0);
  const [largest, second] = candidates;
  if (largest === undefined) return refuse('location_province_required', { given, candidates: namesakes });
  if (second === undefined || largest.weight >= DOMINANCE * second.weight) return { place: largest.place };
  return refuse('location_ambiguous', { given, candidates });
};

const written = (description: string): string => description.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Resolves `City` or `City, PR` as they are written. */
function resolvePlainly(gazetteer: Gazetteer, text: string): Resolution {
  const [city, provinceText, ...rest] = partsOf(text);
  if (city === undefined || !isCity(city) || provinceText === '' || rest.length > 0) {
    return refuse('location_format', { given: text });
  }
  if (provinceText === undefined) return resolveByName(gazetteer, city);
  const province = provinceOf(provinceText);
  return province === undefined
    ? refuse('location_province_unknown', { given: provinceText })
    : resolveInProvince(gazetteer, city, province);
}

/** A description without its postal code, and with commas for other separators: `Montréal (Québec) H3B 2Y5`. */
const withCommas = (text: string): string =>
  text
    .replace(postalCode, '')
    .replace(leadingCodes, '$1, ')
    .replace(otherComma, ', ')
    .replace(/ *[)\]] *,?/gu, ',')
    .trim();

/** The pairs of a city and a province that a description may mean in another order, or without a comma. */
function otherReadings(text: string): (readonly [city: string, province: string])[] {
  const [one = '', other, ...rest] = partsOf(text);
  if (other !== undefined) return rest.length > 0 ? [] : [[other, one]];
  const words = one.replace(/ canada$/iu, '').split(' ');
  const counts = Array.from(
    { length: Math.min(words.length - 1, MAX_PROVINCE_WORDS) },
    (_, index) => index + 1,
  );
  return counts.map((count) => [words.slice(0, -count).join(' '), words.slice(-count).join(' ')]);
}

/**
 * Resolves a city with or without its province to a place, in the ways in which people and programs write them, or to a
 * violation with the candidates; it never throws (guide: job-content 4 to 6). A place without an id is valid: the store
 * assigns one. The result depends only on the gazetteer, never on earlier requests.
 */
export const resolvePlace = (gazetteer: Gazetteer, description: string): Resolution => {
  const text = written(description);
  if (text === '') return refuse('location_required', { given: text });
  const asWritten = resolvePlainly(gazetteer, text);
  if ('place' in asWritten) return asWritten;
  const separated = withCommas(text);
  const plain = resolvePlainly(gazetteer, separated);
  if ('place' in plain) return plain;
  for (const [city, provinceText] of otherReadings(separated)) {
    const province = provinceOf(provinceText);
    const meant = province === undefined ? undefined : inProvince(namesakesOf(gazetteer, city), province);
    if (meant) return { place: meant.place };
  }
  return separated === text ? asWritten : plain;
};

/**
 * Resolves a description without a city to a region: `Canada`, or a province as `provinceOf` reads it, optionally
 * followed by the country. `resolvePlace` comes first: the name Quebec means the city.
 */
export function resolveRegion(description: string): Region | undefined {
  const [name = '', ...rest] = partsOf(withCommas(written(description)));
  if (rest.length > 0) return undefined;
  const code = foldName(name) === countryName ? COUNTRY : provinceOf(name);
  return regions.find(({ province }) => province === code);
}

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
