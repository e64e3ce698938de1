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

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** The cells of a progress bar. */
const CELLS = 30;

const percent = (part: number) => `${Math.round(part * 100)} %`;

/** Shows how much of a command is done, from 0 to 1: as a bar on a terminal, which `end` removes, otherwise as lines. */
export function progressBarOn(stream: Terminal) {
  const tell = progressOn(stream);
  if (!stream.isTTY) {
    return { show: (part: number, text: string) => tell(`${percent(part)}, ${text}`), end: () => undefined };
  }
  return {
    show: (part: number, text: string): void => {
      const cells = '█'.repeat(Math.round(part * CELLS)).padEnd(CELLS, '░');
      stream.write(`\r${cells} ${percent(part)}, ${text}\u001B[K`);
    },
    end: (): void => void stream.write('\r\u001B[K'),
  };
}
