import { settings } from '../../functions/platform/config.ts';
import { REFRESH_SHARDS } from '../../functions/jobs/keys.ts';
import { scheduledFunctions } from '../../lib/function-table.ts';
import {
  application,
  bell,
  delivery,
  event,
  idleMinute,
  logged,
  LOOKS,
  lookAtPosting,
} from './activities.ts';
import { unitsIn, type Figures } from '../bench/figures.ts';
import type { OperationName } from '../bench/operations.ts';
import type { Standing } from './standing.ts';
import { assumed, dollarsOf, GIGABYTE, request, run, times, sumUses, type Use } from './uses.ts';

/** The requests of a month, and the number of open postings during it. */
interface Month {
  requests: number;
  postings: number;
}

/** The months that `npm run costs` shows. */
export const months: readonly Month[] = [
  { requests: 1e6, postings: 10_000 },
  { requests: 100e6, postings: 200_000 },
  // At this size, the log gets 10 million events a day.
  { requests: 1_500e6, postings: 1_000_000 },
];

/** The share of each operation. An upsert without a change reads like one with a change, and writes no item. */
const mix = [
  { operation: 'get', share: 0.25 },
  { operation: 'list page 1', share: 0.25 },
  { operation: 'upsert existing', share: 0.3, changesNothing: true },
  { operation: 'update title', share: 0.18 },
  { operation: 'create', share: 0.01 },
  { operation: 'delete', share: 0.01 },
] as const satisfies { operation: OperationName; share: number; changesNothing?: true }[];

/** Assumptions that a bench on one machine cannot measure. */
export const taken = {
  secondsARequest: 0.025,
  headerBytes: 500,
  /** The log line of a request, three lines of Lambda, and the line of the access log. */
  logBytes: 600 + 330 + 500,
  logMonths: 3,
  logCompression: 0.15,
  applicationsPerRequest: 1 / 1_000,
  /** The share of events that are delivered to a webhook. */
  deliveredShare: 0.25,
  /** The share of postings that are refreshed each week, by Unlimited employers. */
  refreshedShare: 0.25,
  /** X-Ray records one request a second, and this share of the others. */
  tracedShare: 0.05,
  /** How often all crawlers together fetch an open posting, and the bytes of its page. */
  crawls: 30,
  pageBytes: 10_000,
} as const;

const HOURS = 24 * 30;
const MINUTES = HOURS * 60;
const WEEKS = 30 / 7;
const EVENT_MONTHS = Number(settings.EVENT_RETENTION_DAYS.fallback) / 30;

/** Events of an application: received, delivered, erased. */
const EVENTS_OF_APPLICATION = 3;

/** The usage of a feed run for each posting (docs/costs.md), and the files that it writes. */
const feed = { readUnits: 0.52, seconds: 0.000_27, gigabytes: 1.769, files: 40 } as const;

/** The refresh of a job that is larger than 2 KB. */
const refreshed = { readUnits: 1.02, writeUnits: 20 } as const;

/** A run of the canary, every five minutes. */
const canary = { runs: HOURS * 12, requests: 12, readUnits: 30, writeUnits: 60, events: 4 } as const;

/** The number of jobs for which the bench's figures are used. */
const SIZE = 1_000;

/** A scheduled run without work. */
const scheduledRun = { ...run(taken.secondsARequest, 1), scheduledRun: 1 };

/** The number of functions that a schedule calls every minute. */
const minutely = Object.values(scheduledFunctions).filter(({ trigger }) => trigger.every === 'minute').length;

const loggedRequest: Use = {
  logGigabyte: taken.logBytes / GIGABYTE,
  logGigabyteMonth: (taken.logMonths * taken.logCompression * taken.logBytes) / GIGABYTE,
};

/** CloudFront's free tier of an account each month. */
const free = { requests: 10e6, functionRuns: 2e6 } as const;

/** CloudFront in front of the public pages. Up to a terabyte a month is free. */
const site = (requests: number): Use => ({
  secretMonth: 1,
  cdnRequest: Math.max(0, requests - free.requests),
  cdnFunctionRun: Math.max(0, requests - free.functionRuns),
});

/** Bytes in the table, with point-in-time recovery. */
const stored = (bytes: number): Use => ({
  tableGigabyteMonth: bytes / GIGABYTE,
  recoveryGigabyteMonth: bytes / GIGABYTE,
});

/** The cost of monitoring a stage. */
export const monitoring = (standing: Standing): Use => ({
  metricMonth: standing.customMetrics,
  alarmMonth: standing.alarmMetrics,
  dashboardMonth: standing.dashboards,
  keyMonth: standing.keys,
  throttleRule: standing.throttleRules,
});

/** The usage of a month, by purpose. */
function monthlyUses(
  figures: Figures,
  { requests, postings }: Month,
  standing: Standing,
): Record<string, Use> {
  const mixed = mix.map(({ operation, share, ...how }) => {
    const units = unitsIn(figures, operation, SIZE);
    const gigabytes = units.writeUnits > 0 ? assumed.writeGigabytes : assumed.readGigabytes;
    return { ...units, share, gigabytes, writeUnits: 'changesNothing' in how ? 0 : units.writeUnits };
  });
  const each = (of: (one: (typeof mixed)[number]) => number) =>
    requests * mixed.reduce((sum, one) => sum + one.share * of(one), 0);
  const { job, header, searchRow } = figures.bytes;
  const applications = requests * taken.applicationsPerRequest;
  const crawls = postings * taken.crawls;
  const refreshes = WEEKS * postings * taken.refreshedShare;
  const canaryRuns = standing.isTried ? canary.runs : 0;
  const events =
    each(({ writeUnits }) => (writeUnits > 0 ? 1 : 0)) +
    applications * EVENTS_OF_APPLICATION +
    refreshes +
    canaryRuns * canary.events;
  return {
    'DynamoDB: units of requests': {
      readUnits: each(({ readUnits }) => readUnits),
      writeUnits: each(({ writeUnits }) => writeUnits),
    },
    'DynamoDB: storage of jobs': stored(postings * (job + 2 * header + searchRow)),
    'DynamoDB: storage of events': stored(events * EVENT_MONTHS * logged.storedBytes),
    'HTTP API': { httpApiRequest: requests },
    Lambda: {
      lambdaRequest: requests,
      lambdaGigabyteSecond: each(({ gigabytes }) => gigabytes) * taken.secondsARequest,
    },
    Logs: times(requests, loggedRequest),
    Monitoring: monitoring(standing),
    'Sent to the internet': { egressGigabyte: each(({ bytes }) => bytes + taken.headerBytes) / GIGABYTE },
    'CloudFront before the public pages': standing.hasSite ? site(applications * LOOKS + crawls) : {},
    'Crawlers: each posting, once a day': times(crawls, sumUses(lookAtPosting, loggedRequest)),
    'Feed and sitemap, each hour': times(HOURS, {
      ...sumUses(scheduledRun, {
        readUnits: postings * feed.readUnits,
        lambdaGigabyteSecond: postings * feed.seconds * feed.gigabytes,
      }),
      filePut: postings > 0 ? feed.files : 0,
    }),
    'Auto-refresh, each week': sumUses(
      times(HOURS * REFRESH_SHARDS, scheduledRun),
      times(refreshes, refreshed),
    ),
    'Log of events': times(events, event),
    Webhooks: times(events, sumUses(bell, times(taken.deliveredShare, delivery))),
    'Runs of mail and webhooks, each minute': times(MINUTES, sumUses(idleMinute, { scheduledRun: minutely })),
    'Canary, every five minutes': times(
      canaryRuns,
      sumUses(
        scheduledRun,
        times(canary.requests, sumUses(request(taken.secondsARequest, 1), loggedRequest)),
        { readUnits: canary.readUnits, writeUnits: canary.writeUnits },
      ),
    ),
    Applications: times(applications, sumUses(...Object.values(application))),
  };
}

/** The dollars of a month, by purpose. */
export const monthlyDollars = (...terms: Parameters<typeof monthlyUses>): Record<string, number> =>
  Object.fromEntries(Object.entries(monthlyUses(...terms)).map(([part, use]) => [part, dollarsOf(use)]));

/** The dollars of a month of an unused stage. */
export const idleDollars = (figures: Figures, standing: Standing): number =>
  dollarsOf(sumUses(...Object.values(monthlyUses(figures, { requests: 0, postings: 0 }, standing))));

/** The dollars of a month for X-Ray on a traced stage. */
export function tracingDollars({ requests }: Month): number {
  const first = Math.min(requests, HOURS * 3_600);
  return dollarsOf({ trace: first + taken.tracedShare * (requests - first) });
}

/** The maximum extra usage of a request with a partner key: it reads the employer. */
const employerRead: Use = {
  readUnits: 1,
  lambdaGigabyteSecond: assumed.secondsARoundTrip * assumed.writeGigabytes,
};

/** The maximum extra dollars of a month in which all requests use a partner key. */
export const partnerDollars = ({ requests }: Month): number => dollarsOf(times(requests, employerRead));
