import type { Bundle } from './bundles.ts';

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** The output of `npm run build`: a line for each function with its size and its largest packages. */
export const reportOf = (bundles: readonly Bundle[]): string =>
  bundles
    .map(({ function: name, bytes, gzip, inside, files }) => {
      const packages = Object.entries(inside).slice(0, 5);
      return [
        `${name}: ${kilobytes(bytes)} kB, ${kilobytes(gzip)} kB as gzip`,
        ...packages.map(([origin, part]) => `${origin} ${kilobytes(part)}`),
        ...files,
      ].join(', ');
    })
    .join('\n');
