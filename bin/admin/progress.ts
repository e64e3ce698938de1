/** How often progress is told, in milliseconds. */
const INTERVAL = 1_000;

/** Tells on a stream how far a command is, a line once a second at most. */
export function progressOn(stream: Pick<NodeJS.WritableStream, 'write'>) {
  let told = performance.now();
  return (line: string): void => {
    if (performance.now() - told < INTERVAL) return;
    told = performance.now();
    stream.write(`${line}\n`);
  };
}
