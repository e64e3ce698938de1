/** How often progress is printed, in milliseconds. */
const INTERVAL = 1_000;

/** Prints the progress of a command on a stream, at most one line per second. */
export function progressOn(stream: Pick<NodeJS.WritableStream, 'write'>) {
  let told = performance.now();
  return (line: string): void => {
    if (performance.now() - told < INTERVAL) return;
    told = performance.now();
    stream.write(`${line}\n`);
  };
}
