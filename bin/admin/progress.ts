/** How often progress is shown, in milliseconds. */
const INTERVAL = 100;

/** The cells of the bar. */
const CELLS = 30;

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** The progress of a command. */
export interface Progress {
  /** Shows which part is done, from 0 to 1. */
  show: (part: number, text: string) => void;
  /** Removes what was shown. */
  end: () => void;
}

/** A progress display without output. */
export const noProgress: Progress = { show: () => undefined, end: () => undefined };

/** Shows the progress of a command as a bar on a terminal, and elsewhere no output. */
export function progressOn(stream: Stream): Progress {
  if (!stream.isTTY) return noProgress;
  let shownAt = -Infinity;
  return {
    show: (part, text) => {
      if (performance.now() - shownAt < INTERVAL) return;
      shownAt = performance.now();
      const cells = '█'.repeat(Math.round(part * CELLS)).padEnd(CELLS, '░');
      stream.write(`\r${cells} ${Math.round(part * 100)} %, ${text}\u001B[K`);
    },
    end: () => {
      if (shownAt > -Infinity) stream.write('\r\u001B[K');
    },
  };
}
