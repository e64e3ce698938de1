import reference from '../../../schemas/reference-data/reference.json' with { type: 'json' };
import type { LocationType, Location as LocationRecord } from '../../../schemas/reference-data.ts';
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
