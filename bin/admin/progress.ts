/** The minimum interval between updates, in milliseconds. */
const INTERVAL_MILLIS = 100;

const BAR_WIDTH = 30;

let updatedAt = -Infinity;

/** Shows the completed part of a command, from 0 to 1, as a bar on a terminal, and writes nothing to other streams. */
export function showProgress(
  part: number,
  text: string,
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr,
): void {
  if (!stream.isTTY || performance.now() - updatedAt < INTERVAL_MILLIS) return;
  updatedAt = performance.now();
  const cells = '█'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
  stream.write(`\r${cells} ${Math.round(part * 100)} %, ${text}\u001B[K`);
}

/** Removes the bar. */
export function endProgress(stream: Pick<NodeJS.WriteStream, 'write'> = process.stderr): void {
  if (updatedAt > -Infinity) stream.write('\r\u001B[K');
  updatedAt = -Infinity;
}
