/**
 * A Canadian place. A valid place may have no id here: the store finds or assigns its id (guide: job-content 4 to 6).
 */
export type Place = Readonly<{ key: string; province: string; name: string; id?: number }>;

/** A place of the catalogue, which has a fixed id. */
export type CataloguePlace = Place & { readonly id: number };

/** The place that a key means in one province. `weight` ranks places with the same key; 0 never wins. */
export type Entry = Readonly<{ place: Place; weight: number }>;

export type Gazetteer = {
  /** At most one entry per province, highest weight first. */
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  readonly placesById: ReadonlyMap<number, CataloguePlace>;
};

const MIN_KNOWN_WEIGHT = 1500;

/** The weight by the mark in the id column: `-` is a place without an id, `~` a neighbourhood. */
const weightOfMark: Readonly<Record<string, number>> = { '-': 500, '~': 0 };

/**
 * Reads places.tsv (columns in its ATTRIBUTION.md) into an index by key.
 * Lines without the five columns are skipped; tests check the file.
 */
export const parseGazetteer = (tsv: string): Gazetteer => {
  const entries = new Map<string, Entry[]>();
  const placesById = new Map<number, CataloguePlace>();
  const aliases: { key: string; id: number; weight: number }[] = [];

  const add = (key: string, entry: Entry): void => {
    const namesakes = entries.get(key);
    if (namesakes === undefined) {
      entries.set(key, [entry]);
    } else {
      namesakes.push(entry);
      namesakes.sort((a, b) => b.weight - a.weight);
    }
  };

  for (const line of tsv.split('\n')) {
    const [key, province, mark, population, name] = line.trimEnd().split('\t');
    if (key === undefined || province === undefined || mark === undefined) continue;
    const markWeight = weightOfMark[mark];
    if (markWeight !== undefined) {
      if (name !== undefined) add(key, { place: { key, province, name }, weight: markWeight });
      continue;
    }
    const id = Number(mark);
    const weight = Math.max(Number(population), MIN_KNOWN_WEIGHT);
    if (name === undefined || name === '') {
      aliases.push({ key, id, weight });
    } else {
      const place = { key, province, name, id };
      placesById.set(id, place);
      add(key, { place, weight });
    }
  }
  // An alias may come before its target, because the file is sorted by key.
  for (const { key, id, weight } of aliases) {
    const place = placesById.get(id);
    if (place !== undefined) add(key, { place, weight });
  }
  return { entries, placesById };
};

/** The places with a fixed id, each once, in the order of their ids. */
export const catalogue = (gazetteer: Gazetteer): readonly CataloguePlace[] =>
  [...gazetteer.placesById.values()].toSorted((a, b) => a.id - b.id);
