const WIDTH = 30;

/** A bar on stderr that says how far a step has come; a terminal sees it move, a log sees each step once. */
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
