const WIDTH = 30;

/** A progress bar on stderr; a terminal shows it moving, a log gets one line per step. */
export function progressBar(stream: NodeJS.WriteStream = process.stderr) {
  let shown = '';
  return {
    show: (step: string, share: number) => {
      const done = Math.round(share * WIDTH);
      const line = `${'#'.repeat(done)}${'.'.repeat(WIDTH - done)} ${step}`;
      if (line === shown) return;
      const isNewStep = !shown.endsWith(` ${step}`);
      shown = line;
      if (stream.isTTY) stream.write(`\r\u001B[K${line}`);
      else if (isNewStep) stream.write(`${step}\n`);
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}

export type ProgressBar = ReturnType<typeof progressBar>;
