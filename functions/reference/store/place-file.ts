/** The list of places. In a bundle it is in the same folder as the code (`bin/build/plugins.ts`). */
export const placeFile = new URL('../../../schemas/reference-data/places.tsv', import.meta.url);
