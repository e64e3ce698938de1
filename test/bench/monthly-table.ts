import type { Stage } from '../../lib/stages.ts';
import { abuseDollars } from './abuse.ts';
import type { Figures } from './figures.ts';
import { idleDollars, mix, monthlyDollars, months, sumOf, taken, tracingDollars } from './monthly-costs.ts';
import { monitoringDollars, standingIn, type Resources, type Standing } from './standing.ts';
import { dollars, markdownTable, wrapped } from './tables.ts';

const named = (number: number) => `${number / 1e6} M requests`;

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** The resources of a stage like prod that is watched fully, of prod, and of a copy of dev. */
export type Templates = Record<'full' | 'basic' | 'none', Resources>;

/** Prod of stages.json has CloudFront before its public pages; a copy of a stage has not. */
const stages = {
  full: { name: 'prod', hasSite: true },
  basic: { name: 'prod', hasSite: true },
  none: { name: 'copy', hasSite: false },
} as const satisfies Record<keyof Templates, object>;

const levels = Object.keys(stages) as (keyof Templates)[];

const standingOf = (templates: Templates, level: keyof Templates): Standing => ({
  ...standingIn(templates[level]),
  hasSite: stages[level].hasSite,
});

/** What a stage costs that nobody uses: a row for each level of monitoring. */
export function idleMarkdown(figures: Figures, templates: Templates): string {
  const rows = levels.map((level) => {
    const standing = standingOf(templates, level);
    const { alarms, alarmMetrics, customMetrics, dashboards, keys, throttleRules, roles } = standing;
    const counted = [alarms, alarmMetrics, customMetrics, dashboards, keys, throttleRules, roles].map(String);
    return [`${stages[level].name}, ${level}`, ...counted, dollars(idleDollars(figures, standing))];
  });
  return markdownTable(
    [
      'Idle, a month',
      'Alarms',
      'Metrics they read',
      'Own metrics',
      'Dashboards',
      'Keys',
      'Throttle rules',
      'Roles',
      'Dollars',
    ],
    rows,
  );
}

/** The same as lines of their own, and what a day of abuse costs at most. */
export function lines(figures: Figures, templates: Templates, throttling: Stage['throttling']): string {
  const { keyless, all } = abuseDollars(throttling);
  return [
    ...levels.map(
      (level) =>
        `idle, ${stages[level].name}, ${level}: ${dollars(idleDollars(figures, standingOf(templates, level)))}`,
    ),
    `a day of abuse, prod, routes without a key: ${dollars(keyless)}`,
    `a day of abuse, prod, all routes: ${dollars(all)}`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** What a month costs. */
export function monthlyMarkdown(figures: Figures, templates: Templates): string {
  const [full, basic] = [standingOf(templates, 'full'), standingOf(templates, 'basic')];
  const all = months.map((month) => monthlyDollars(figures, month, basic));
  const parts = Object.keys(all[0] ?? {});
  const together = all.map(sumOf);
  const more = monitoringDollars(full) - monitoringDollars(basic);
  const costs = markdownTable(
    ['A month of', ...months.map(({ requests }) => named(requests))],
    [
      ...parts.map((part) => [part, ...all.map((month) => dollars(month[part] ?? 0))]),
      ['_Together_', ...together.map(dollars)],
      ['More for `full` monitoring', ...months.map(() => dollars(more))],
      ['X-Ray, where the stage is traced', ...months.map((month) => dollars(tracingDollars(month)))],
    ],
  );
  const shares = mix.map(({ operation, share }) => `${percent(share)} ${operation}`).join(', ');
  const terms =
    `Of the requests are ${shares}; of the upserts none changes anything. Units and bytes are those that the bench ` +
    `measured with 1,000 jobs. There are ${months.map(({ postings }) => postings.toLocaleString('en')).join(' and ')} open postings, ${percent(taken.refreshedShare)} of them on auto-refresh; ${percent(taken.deliveredShare)} of the events go to a webhook. There is an ` +
    `application for every ${(1 / taken.applicationsPerRequest).toLocaleString('en')} requests, with 20 looks at its posting. A request takes ` +
    `${taken.secondsARequest * 1e3} ms of a function, ${taken.logBytes.toLocaleString('en')} bytes of logs, which are kept for ${taken.logMonths} months, and ` +
    `${taken.headerBytes} bytes of headers: that is assumed. Every metric is counted as if it had values all month.`;
  return `${costs}\n${wrapped(terms)}\n`;
}
