/** Keeps this program running when its output is closed, as in `npm start | head -5`. */
export function ignoreUnreadOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
