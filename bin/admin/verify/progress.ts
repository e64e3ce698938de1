/** How often progress is told, in milliseconds. */
const INTERVAL = 1_000;

/** Tells on a stream how far a verification is, at most once a second. */
export function progressOn(stream: Pick<NodeJS.WritableStream, 'write'>) {
  let told = performance.now();
  return (done: number, employers: number, jobs: number): void => {
    if (performance.now() - told < INTERVAL) return;
    told = performance.now();
    stream.write(`${done} of ${employers} employers, ${jobs} jobs\n`);
  };
}
