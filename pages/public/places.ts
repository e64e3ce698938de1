import type { Language } from '../../schemas/languages.ts';
import type { PublicJob } from '../../schemas/public-job.ts';
import { disjunctionFormat } from './formats.ts';
import { words } from './words.ts';

/** A location as pages show it. */
export type PostingLocation = Pick<PublicJob['locations'][number], 'id' | 'description'>;

/** Regions of remote work with their preposition, by id. */
export const inRegion: Record<number, Record<Language, string>> = {
  90000: { en: 'in Canada', fr: 'au Canada' },
  90001: { en: 'in Alberta', fr: 'en Alberta' },
  90002: { en: 'in British Columbia', fr: 'en Colombie-Britannique' },
  90003: { en: 'in Manitoba', fr: 'au Manitoba' },
  90004: { en: 'in New Brunswick', fr: 'au Nouveau-Brunswick' },
  90005: { en: 'in Newfoundland and Labrador', fr: 'à Terre-Neuve-et-Labrador' },
  90006: { en: 'in Nova Scotia', fr: 'en Nouvelle-Écosse' },
  90007: { en: 'in the Northwest Territories', fr: 'dans les Territoires du Nord-Ouest' },
  90008: { en: 'in Nunavut', fr: 'au Nunavut' },
  90009: { en: 'in Ontario', fr: 'en Ontario' },
  90010: { en: 'in Prince Edward Island', fr: 'à l’Île-du-Prince-Édouard' },
  90011: { en: 'in Quebec', fr: 'au Québec' },
  90012: { en: 'in Saskatchewan', fr: 'en Saskatchewan' },
  90013: { en: 'in Yukon', fr: 'au Yukon' },
};

/** Names of a job's locations: each city, then all regions of remote work in one entry. */
export function formatLocations(places: readonly PostingLocation[], language: Language): string[] {
  const regions = places.flatMap(({ id }) => inRegion[id ?? 0]?.[language] ?? []);
  const cities = places.filter(({ id }) => inRegion[id ?? 0] === undefined);
  const anywhere = words[language].remoteAnywhere(disjunctionFormat(language, '').format(regions));
  return [...cities.map(({ description }) => description), ...(regions.length > 0 ? [anywhere] : [])];
}
