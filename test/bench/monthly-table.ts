import type { Figures } from './figures.ts';
import { mix, monthlyDollars, months, taken, tracingDollars } from './monthly-costs.ts';
import { priceRows } from './prices.ts';
import { dollars, markdownTable, wrapped } from './tables.ts';

const named = (number: number) => `${number / 1e6} M requests`;

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** The part of docs/costs.md about a month, which `npm run costs` prints. */
export function monthlyMarkdown(figures: Figures): string {
  const all = months.map((month) => monthlyDollars(figures, month));
  const parts = Object.keys(all[0] ?? {});
  const together = all.map((month) => Object.values(month).reduce((sum, one) => sum + one, 0));
  const costs = markdownTable(
    ['A month of', ...months.map(({ requests }) => named(requests))],
    [
      ...parts.map((part) => [part, ...all.map((month) => dollars(month[part] ?? 0))]),
      ['_Together_', ...together.map(dollars)],
      ['X-Ray, where the stage is traced', ...months.map((month) => dollars(tracingDollars(month)))],
    ],
  );
  const shares = mix.map(({ operation, share }) => `${percent(share)} ${operation}`).join(', ');
  const terms =
    `Of the requests are ${shares}; of the upserts none changes anything. Units and bytes are those that the bench ` +
    `measured with 1,000 jobs. There are ${months.map(({ postings }) => postings.toLocaleString('en')).join(' and ')} open postings, ${percent(taken.refreshedShare)} of them on auto-refresh, and an ` +
    `application for every ${(1 / taken.applicationsPerRequest).toLocaleString('en')} requests, with 20 looks at its posting. A request takes ` +
    `${taken.secondsARequest * 1e3} ms of a function, ${taken.logBytes.toLocaleString('en')} bytes of logs, which are kept for ${taken.logMonths} months, and ` +
    `${taken.headerBytes} bytes of headers: that is assumed. Every metric is counted as if it had values all month.`;
  const list = markdownTable(['Price', 'Dollars', 'Source', 'Since'], priceRows());
  return `${costs}\n${wrapped(terms)}\n\n${list}`;
}
