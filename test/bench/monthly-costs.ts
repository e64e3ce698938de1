import { settings } from '../../functions/platform/config.ts';
import { REFRESH_SHARDS } from '../../functions/platform/dynamodb/table.ts';
import { scheduledFunctions } from '../../lib/function-table.ts';
import { idleMailDollars, lookDollars, LOOKS, perApplication } from './application-costs.ts';
import { assumed } from './costs.ts';
import {
  eventDollars,
  EVENTS_OF_APPLICATION,
  EVENTS_OF_CANARY,
  idleWebhookDollars,
  logged,
  webhookDollars,
} from './event-costs.ts';
import { unitsIn, type Figures } from './figures.ts';
import type { OperationName } from './operations.ts';
import { prices } from './prices.ts';
import { siteDollars } from './site-costs.ts';
import { monitoringDollars, type Standing } from './standing.ts';

/** What the table shows: requests in a month, and the open postings there are meanwhile. */
export const months = [
  { requests: 1e6, postings: 10_000 },
  { requests: 100e6, postings: 200_000 },
] as const;

interface Month {
  requests: number;
  postings: number;
}

/** The share that each operation has of the requests. An upsert that changes nothing reads as one that does, and writes nothing. */
export const mix = [
  { operation: 'get', share: 0.25 },
  { operation: 'list page 1', share: 0.25 },
  { operation: 'upsert existing', share: 0.3, changesNothing: true },
  { operation: 'update title', share: 0.18 },
  { operation: 'create', share: 0.01 },
  { operation: 'delete', share: 0.01 },
] as const satisfies { operation: OperationName; share: number; changesNothing?: true }[];

/** What no bench on one machine can measure. */
export const taken = {
  secondsARequest: 0.025,
  headerBytes: 500,
  /** A request's own line, the three lines of Lambda, and that of the access log. */
  logBytes: 600 + 330 + 500,
  logMonths: 3,
  logCompression: 0.15,
  applicationsPerRequest: 1 / 1_000,
  /** Events that are delivered to a webhook. */
  deliveredShare: 0.25,
  /** Postings that are refreshed each week, by Unlimited employers. */
  refreshedShare: 0.25,
  /** X-Ray records one request a second, and this share of the others. */
  tracedShare: 0.05,
  /** How often crawlers, all together, look at an open posting, and the bytes of its page. */
  crawls: 30,
  pageBytes: 10_000,
} as const;

const HOURS = 24 * 30;
const MINUTES = HOURS * 60;
const WEEKS = 30 / 7;
const EVENT_MONTHS = Number(settings.EVENT_RETENTION_DAYS.fallback) / 30;
const SECONDS = HOURS * 3_600;
const GIGABYTE = 1e9;

/** What a run of the feed takes for each posting (docs/costs.md), and writes. */
const feed = { readUnits: 0.52, seconds: 0.000_27, gigabytes: 1.769, files: 40 } as const;

/** A run of the canary, every five minutes. */
const canary = { runs: HOURS * 12, requests: 12, readUnits: 30, writeUnits: 60 } as const;

const SIZE = 1_000;

/** A run that finds nothing to do. */
const scheduledRun =
  prices.scheduledRun + prices.lambdaRequest + taken.secondsARequest * prices.lambdaGigabyteSecond;

/** How many functions a schedule calls every minute. */
const minutely = Object.values(scheduledFunctions).filter(({ trigger }) => trigger.every === 'minute').length;

/** All parts together. */
export const sumOf = (dollars: Record<string, number>) =>
  Object.values(dollars).reduce((sum, one) => sum + one, 0);

/** Dollars of a month by what they are for. */
export function monthlyDollars(
  figures: Figures,
  { requests, postings }: Month,
  standing: Standing,
): Record<string, number> {
  const mixed = mix.map(({ operation, share, ...how }) => {
    const units = unitsIn(figures, operation, SIZE);
    const writeUnits = 'changesNothing' in how ? 0 : units.writeUnits;
    return {
      ...units,
      share,
      writeUnits,
      gigabytes: units.writeUnits > 0 ? assumed.writeGigabytes : assumed.readGigabytes,
    };
  });
  const each = (of: (one: (typeof mixed)[number]) => number) =>
    requests * mixed.reduce((sum, one) => sum + one.share * of(one), 0);
  const { job, header, searchRow } = figures.bytes;
  const refresh = figures.refreshes?.[0] ?? { readUnits: 0, writeUnits: 0 };
  const loggedRequest =
    (taken.logBytes / GIGABYTE) *
    (prices.logGigabyte + taken.logMonths * taken.logCompression * prices.logGigabyteMonth);
  const applications = requests * taken.applicationsPerRequest;
  const events =
    each(({ writeUnits }) => (writeUnits > 0 ? 1 : 0)) +
    applications * EVENTS_OF_APPLICATION +
    WEEKS * postings * taken.refreshedShare +
    (standing.isTried ? canary.runs * EVENTS_OF_CANARY : 0);
  const storageDollars = (bytes: number) =>
    (bytes / GIGABYTE) * (prices.tableGigabyteMonth + prices.recoveryGigabyteMonth);
  const {
    'Keep their files for a year (Amazon S3)': files = 0,
    'Mail them: Amazon SES, with the résumé attached': mails = 0,
    'Confirm them: Amazon SES': confirmations = 0,
    ...others
  } = perApplication;
  const canaryRequest =
    prices.httpApiRequest +
    prices.lambdaRequest +
    taken.secondsARequest * prices.lambdaGigabyteSecond +
    loggedRequest;
  return {
    'DynamoDB: units of requests':
      each(({ readUnits }) => readUnits) * prices.readUnits +
      each(({ writeUnits }) => writeUnits) * prices.writeUnits,
    'DynamoDB: storage of jobs, and recovery to any second': storageDollars(
      postings * (job + 2 * header + searchRow),
    ),
    'DynamoDB: storage of events': storageDollars(events * EVENT_MONTHS * logged.storedBytes),
    'HTTP API': requests * prices.httpApiRequest,
    Lambda:
      requests * prices.lambdaRequest +
      each(({ gigabytes }) => gigabytes) * taken.secondsARequest * prices.lambdaGigabyteSecond,
    Logs: requests * loggedRequest,
    Monitoring: monitoringDollars(standing),
    'Sent to the internet':
      (each(({ bytes }) => bytes + taken.headerBytes) / GIGABYTE) * prices.egressGigabyte,
    'CloudFront before the public pages': standing.hasSite
      ? siteDollars(applications * LOOKS + postings * taken.crawls)
      : 0,
    'Crawlers: each posting, once a day': postings * taken.crawls * (lookDollars + loggedRequest),
    'Feed and sitemap, each hour':
      HOURS *
      (scheduledRun +
        postings *
          (feed.readUnits * prices.readUnits + feed.seconds * feed.gigabytes * prices.lambdaGigabyteSecond) +
        (postings > 0 ? feed.files * prices.filePut : 0)),
    'Auto-refresh, each week':
      HOURS * REFRESH_SHARDS * scheduledRun +
      WEEKS *
        postings *
        taken.refreshedShare *
        (refresh.readUnits * prices.readUnits + refresh.writeUnits * prices.writeUnits),
    'Log of events': events * eventDollars,
    Webhooks: events * (webhookDollars.told + taken.deliveredShare * webhookDollars.delivered),
    'Runs of mail and webhooks, each minute':
      idleMailDollars + MINUTES * (idleWebhookDollars + minutely * prices.scheduledRun),
    'Canary, every five minutes': standing.isTried
      ? canary.runs *
        (canary.requests * canaryRequest +
          canary.readUnits * prices.readUnits +
          canary.writeUnits * prices.writeUnits +
          scheduledRun)
      : 0,
    'Applications: database, functions, API':
      applications * Object.values(others).reduce((sum, one) => sum + one, 0),
    'Applications: files (Amazon S3)': applications * files,
    'Applications: mail (Amazon SES)': applications * (mails + confirmations),
  };
}

/** Dollars of a month in which nobody uses a stage. */
export const idleDollars = (figures: Figures, standing: Standing): number =>
  sumOf(monthlyDollars(figures, { requests: 0, postings: 0 }, standing));

/** Dollars of a month for X-Ray, where a stage is traced. */
export function tracingDollars({ requests }: Month): number {
  const first = Math.min(requests, SECONDS);
  return (first + taken.tracedShare * (requests - first)) * prices.trace;
}
