/** Does some work at the first call; later calls get its outcome. */
export function once<Outcome>(work: () => Promise<Outcome>): () => Promise<Outcome> {
  let outcome: Promise<Outcome> | undefined;
  return () => (outcome ??= work());
}
