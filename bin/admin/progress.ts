const WIDTH = 30;

/** A bar on stderr that says how far a command has come; only a terminal shows it. */
export function progressBar(stream: NodeJS.WriteStream = process.stderr) {
  return {
    show: (done: number, total: number) => {
      if (!stream.isTTY) return;
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const filled = Math.round(share * WIDTH);
      stream.write(`\r\u001B[K${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)} ${done} of ${total} jobs`);
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
