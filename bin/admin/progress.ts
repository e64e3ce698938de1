/** The minimum interval between updates, in milliseconds. */
const INTERVAL_MILLIS = 100;

const BAR_WIDTH = 30;

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

export interface Progress {
  /** Shows the completed part, from 0 to 1. */
  show: (part: number, text: string) => void;
  end: () => void;
}

export const noProgress: Progress = { show: () => undefined, end: () => undefined };

/** Shows the progress of a command as a bar on a terminal, and writes nothing to other streams. */
export function progressOn(stream: Stream): Progress {
  if (!stream.isTTY) return noProgress;
  let updatedAt = -Infinity;
  return {
    show: (part, text) => {
      if (performance.now() - updatedAt < INTERVAL_MILLIS) return;
      updatedAt = performance.now();
      const cells = '█'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
      stream.write(`\r${cells} ${Math.round(part * 100)} %, ${text}\u001B[K`);
    },
    end: () => {
      if (updatedAt > -Infinity) stream.write('\r\u001B[K');
    },
  };
}
