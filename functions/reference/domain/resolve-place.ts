import type { Entry, Gazetteer, Place } from './gazetteer.ts';
import {
  COUNTRY,
  describePlace,
  foldName,
  provinceCodes,
  provinceOf,
  regions,
  type Region,
} from './location.ts';

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
