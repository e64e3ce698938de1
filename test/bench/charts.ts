import { naiveWays, type NaiveWay } from './costs.ts';
import { timeIn, unitsIn, type Figures } from './figures.ts';
import type { OperationName } from './operations.ts';

const WIDTH = 860;
const FONT = 'font-family="system-ui, sans-serif" font-size="13"';

/** Readable on light and dark pages, because the viewer chooses the background. */
const STYLE = `<style>
  text { fill: #1f2328 } .quiet { fill: #59636e } .axis { stroke: #d1d9e0 }
  .own { fill: #0969da } .own-line { stroke: #0969da } .call { fill: #8c959f }
  .first { stroke: #cf222e } .second { stroke: #9a6700 }
  .dashed { stroke-dasharray: 10 5 } .dotted { stroke-dasharray: 2 5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .quiet { fill: #9198a1 } .axis { stroke: #3d444d }
    .own { fill: #4493f8 } .own-line { stroke: #4493f8 } .call { fill: #656c76 }
    .first { stroke: #f85149 } .second { stroke: #d29922 }
  }
</style>`;

const svg = (height: number, title: string, content: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ${FONT}>\n` +
  `<title>${title}</title>\n${STYLE}\n` +
  `<text x="16" y="26" font-size="16" font-weight="600">${title}</text>\n${content.join('\n')}\n</svg>\n`;

const round = (number: number) => Math.round(number * 10) / 10;

/** Numbers that are easy to read: integers from 10 on. */
const short = (number: number) =>
  number >= 10 ? Math.round(number).toLocaleString('en') : String(round(number));

interface Line {
  name: string;
  style: string;
  units: (size: number) => number;
  /** Whether its numbers stand below it, where another line is above. */
  isLower?: true;
}

/** Read units of lists and searches as an employer grows, compared with the naive ways; both axes logarithmic. */
function growthChart(figures: Figures): string {
  const naive = (way: NaiveWay) => (size: number) =>
    naiveWays[way](figures, size, 'list middle page').readUnits;
  const lines: Line[] = [
    { name: 'query every job, slice', style: 'first', units: naive('query every job, slice') },
    {
      name: 'header index, up to the page',
      style: 'second',
      units: naive('header index, count, read up to the page'),
    },
    {
      name: 'this service: q',
      style: 'own-line dashed',
      units: (size) => unitsIn(figures, 'q', size).readUnits,
    },
    {
      name: 'this service: a page in the middle',
      style: 'own-line',
      units: (size) => unitsIn(figures, 'list middle page', size).readUnits,
    },
    {
      name: 'this service: page 1',
      style: 'own-line dotted',
      units: (size) => unitsIn(figures, 'list page 1', size).readUnits,
      isLower: true,
    },
  ];
  const [top, bottom, left, right] = [56, 340, 70, 560];
  const [labelHeight, above, below] = [16, -9, 17];
  const decades = [0, 1, 2, 3, 4, 5];
  const { sizes } = figures;
  const x = (size: number) => {
    const [from, to] = [Math.log10(Math.min(...sizes)), Math.log10(Math.max(...sizes))];
    return round(left + ((Math.log10(size) - from) / (to - from)) * (right - left));
  };
  const y = (units: number) => round(bottom - (Math.log10(Math.max(1, units)) / 5) * (bottom - top));
  const grid = decades.map((decade) => {
    const at = y(10 ** decade);
    return (
      `<line class="axis" x1="${left}" x2="${right}" y1="${at}" y2="${at}"/>` +
      `<text class="quiet" x="${left - 8}" y="${at + 4}" text-anchor="end">${(10 ** decade).toLocaleString('en')}</text>`
    );
  });
  const sizesBelow = sizes.map(
    (size) =>
      `<text class="quiet" x="${x(size)}" y="${bottom + 36}" text-anchor="middle">${size.toLocaleString('en')} jobs</text>`,
  );
  let labelled = 0;
  const drawn = lines.map(({ name, style, units, isLower }) => {
    const points = sizes.map((size) => `${x(size)},${y(units(size))}`).join(' ');
    const values = sizes.map(
      (size) =>
        `<text x="${x(size)}" y="${y(units(size)) + (isLower ? below : above)}" text-anchor="middle" font-size="12">${short(units(size))}</text>`,
    );
    // Names of lines that end close to each other stand below one another.
    labelled = Math.max(labelled + labelHeight, y(units(Math.max(...sizes))) + 4);
    return (
      `<polyline class="${style}" points="${points}" fill="none" stroke-width="3" stroke-linejoin="round"/>` +
      `${values.join('')}<text x="${right + 34}" y="${labelled}">${name}</text>`
    );
  });
  return svg(bottom + 52, 'Read units of a list page (10 jobs)', [...grid, ...sizesBelow, ...drawn]);
}

const barred: readonly OperationName[] = [
  'get',
  'create',
  'update title',
  'change status',
  'delete',
  'upsert existing',
  'list page 1',
  'list middle page',
  'list last page',
  'status middle page',
  'last page of 100',
  'posting page',
  'apply',
];

/** CPU per request as a multiple of a plain SDK call with the same response, a bar for each size. */
function timeChart(figures: Figures): string {
  const [left, barHeight, gap] = [170, 11, 10];
  const groupHeight = figures.sizes.length * barHeight + gap;
  const longest = Math.max(
    ...barred.flatMap((operation) => figures.sizes.map((size) => timeIn(figures, operation, size).ofCall)),
  );
  const scale = (WIDTH - left - 190) / longest;
  const bottom = 76 + barred.length * groupHeight;
  const groups = barred.flatMap((operation, group) => {
    const top = 76 + group * groupHeight;
    const bars = figures.sizes.map((size, n) => {
      const { ofCall } = timeIn(figures, operation, size);
      const y = top + n * barHeight;
      const width = round(ofCall * scale);
      return (
        `<rect class="own" x="${left}" y="${y}" width="${width}" height="${barHeight - 2}" rx="2" opacity="${round(1 - n * 0.25)}"/>` +
        `<text class="quiet" x="${left + width + 6}" y="${y + 9}" font-size="10">${ofCall.toFixed(2)} at ${size.toLocaleString('en')}</text>`
      );
    });
    const label = `<text x="${left - 10}" y="${top + (groupHeight - gap) / 2 + 4}" text-anchor="end">${operation}</text>`;
    return [label, ...bars];
  });
  const one = round(left + scale);
  const floor =
    `<line class="axis" x1="${one}" x2="${one}" y1="60" y2="${bottom}" stroke-width="2"/>` +
    `<text class="quiet" x="${one}" y="54" text-anchor="middle" font-size="12">one SDK call</text>`;
  return svg(bottom + 12, 'CPU per request, server and engine, in plain SDK calls with the same answer', [
    floor,
    ...groups,
  ]);
}

/** The charts of docs/costs.md, by file name. */
export const charts = (figures: Figures) => ({ growth: growthChart(figures), time: timeChart(figures) });
