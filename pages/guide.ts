import { readdirSync, readFileSync } from 'node:fs';
import {
  APPLICATIONS_PER_PAGE,
  HOURLY_APPLICATIONS,
  RESUME_ADDRESS_SECONDS,
  SAME_APPLICATION_HOURS,
} from '../schemas/application-limits.ts';
import { UPLOAD_KEPT_HOURS } from '../schemas/upload.ts';
import { RESUME_MAX_BYTES, resumeTypes, UPLOAD_MAX_BYTES } from '../schemas/application.ts';
import { exactFileSize } from '../schemas/file-size.ts';
import {
  BODY_MAX_BYTES,
  CLOSE_AFTER_DAYS,
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY_MAX,
  KEY_CHANGE_SECONDS,
  REFRESH_AFTER_DAYS,
  REQUEST_LIMITS,
  UNITS_PER_SECOND,
} from '../schemas/limits.ts';
import { defaults as client } from '../schemas/client/defaults.ts';
import { ListJobsQuery } from '../schemas/list.ts';
import { BASE_PATH } from '../schemas/operations.ts';
import { DELIVERY_SECONDS, SECRET_OVERLAP_HOURS, SHOWN_ATTEMPTS } from '../schemas/webhook.ts';

/** A step of the integrator's guide. */
export interface Chapter {
  /** The anchor on the page. */
  id: string;
  title: string;
  /** The text below the title, in Markdown. */
  text: string;
}

const { pageSize } = ListJobsQuery.properties;

/** What a chapter may name between double braces, so that no number stands in two places. */
const facts: Record<string, number | string> = {
  applicationsPerPage: APPLICATIONS_PER_PAGE,
  basePath: BASE_PATH,
  bodyKiB: BODY_MAX_BYTES / 1_024,
  clientAttempts: client.attempts,
  clientConcurrency: client.maxConcurrency,
  clientTimeoutSeconds: client.timeout / 1_000,
  closeAfterDays: CLOSE_AFTER_DAYS,
  deliverySeconds: DELIVERY_SECONDS,
  heldAfterOfAddress: HOURLY_APPLICATIONS.address.held,
  heldAfterOfJob: HOURLY_APPLICATIONS.job.held,
  idempotencyHours: IDEMPOTENCY_HOURS,
  idempotencyKeyLength: IDEMPOTENCY_KEY_MAX,
  keyChangeSeconds: KEY_CHANGE_SECONDS,
  pageSize: pageSize.default,
  pageSizeMax: pageSize.maximum,
  refreshAfterDays: REFRESH_AFTER_DAYS,
  resumeAddressMinutes: RESUME_ADDRESS_SECONDS / 60,
  resumeLimit: exactFileSize(RESUME_MAX_BYTES),
  resumeTypes: new Intl.ListFormat('en', { type: 'disjunction' }).format(
    Object.keys(resumeTypes).map((type) => type.toUpperCase()),
  ),
  sameApplicationHours: SAME_APPLICATION_HOURS,
  secretOverlapHours: SECRET_OVERLAP_HOURS,
  shownAttempts: SHOWN_ATTEMPTS,
  readUnitsPerSecond: UNITS_PER_SECOND.read.toLocaleString('en'),
  standardRequests: REQUEST_LIMITS.standard.quota,
  standardSeconds: REQUEST_LIMITS.standard.windowSeconds,
  unlimitedRequests: REQUEST_LIMITS.unlimited.quota,
  uploadKeptHours: UPLOAD_KEPT_HOURS,
  uploadLimit: exactFileSize(UPLOAD_MAX_BYTES),
  writeUnitsPerSecond: UNITS_PER_SECOND.write.toLocaleString('en'),
};

/** Throws when a chapter names a fact that there is not. */
const withFacts = (text: string) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`The guide names ${name}, which is no fact in pages/guide.ts.`);
    return String(fact);
  });

const folder = new URL('guide/', import.meta.url);

/** The steps of the guide, in the order of their file names: `1-first-job.md` becomes `first-job`. */
export const chapters = (): Chapter[] =>
  readdirSync(folder)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => {
      const [heading = '', ...lines] = withFacts(readFileSync(new URL(file, folder), 'utf8')).split('\n');
      return {
        id: file.replace(/^\d+-|\.md$/g, ''),
        title: heading.replace(/^# /, ''),
        text: lines.join('\n').trim(),
      };
    });
