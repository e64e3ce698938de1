/** The random generator Mulberry32: a seed gives the same numbers from 0 to 1 on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Creates a function that chooses one of several values with a random generator. */
export const randomChooser =
  (random: () => number) =>
  <Choice>(choices: readonly Choice[]): Choice =>
    choices[Math.floor(random() * choices.length)] as Choice;
