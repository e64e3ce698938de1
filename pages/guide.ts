import { readdirSync, readFileSync } from 'node:fs';
import * as applicationLimits from '../schemas/application-limits.ts';
import { RESUME_MAX_BYTES, resumeTypes, UPLOAD_MAX_BYTES } from '../schemas/application.ts';
import { defaults as client } from '../schemas/client/defaults.ts';
import { exactFileSize } from '../schemas/file-size.ts';
import * as limits from '../schemas/limits.ts';
import { ListJobsQuery } from '../schemas/list.ts';
import { BASE_PATH } from '../schemas/operations.ts';
import { UPLOAD_KEPT_HOURS } from '../schemas/upload.ts';
import * as webhook from '../schemas/webhook.ts';

/** A chapter of the guide, which is the contract of the interface. */
export interface Chapter {
  /** The name of the chapter's page, also used as its anchor. */
  id: string;
  title: string;
  /** The first sentence of the chapter, without links. */
  summary: string;
  /** The text below the title, in Markdown. */
  text: string;
}

/** The numbered rules of a chapter, which code and documentation cite, such as `guide: paging 3`. */
export const ruleNumbers = ({ text }: Pick<Chapter, 'text'>): string[] =>
  [...text.matchAll(/^(\d+)\. /gm)].map(([, number = '']) => number);

/** The text with an anchor at each rule, such as `paging.3`. */
export const withRuleAnchors = ({ id, text }: Pick<Chapter, 'id' | 'text'>): string =>
  text.replaceAll(/^(\d+)\. /gm, (start, number: string) => `${start}<span id="${id}.${number}"></span>`);

const { pageSize } = ListJobsQuery.properties;
const { HOURLY_APPLICATIONS, RESUME_ADDRESS_SECONDS } = applicationLimits;
const { REQUEST_LIMITS, UNITS_PER_SECOND } = limits;

/** Values for `{{name}}` in a chapter, so that each number has one source. Limits keep their own names. */
const placeholders: Record<string, unknown> = {
  ...applicationLimits,
  ...limits,
  ...webhook,
  BASE_PATH,
  UPLOAD_KEPT_HOURS,
  applicationBodyBytes: limits.APPLICATION_BODY_MAX_BYTES.toLocaleString('en'),
  bodyKiB: limits.BODY_MAX_BYTES / 1_024,
  clientAttempts: client.attempts,
  clientConcurrency: client.maxConcurrency,
  clientTimeoutSeconds: client.timeout / 1_000,
  heldAfterOfAddress: HOURLY_APPLICATIONS.address.held,
  heldAfterOfJob: HOURLY_APPLICATIONS.job.held,
  refusedAfterOfAddress: HOURLY_APPLICATIONS.address.refused,
  refusedAfterOfJob: HOURLY_APPLICATIONS.job.refused,
  pageSize: pageSize.default,
  pageSizeMax: pageSize.maximum,
  resumeAddressMinutes: RESUME_ADDRESS_SECONDS / 60,
  resumeLimit: exactFileSize(RESUME_MAX_BYTES),
  resumeTypes: new Intl.ListFormat('en', { type: 'disjunction' }).format(
    Object.keys(resumeTypes).map((type) => type.toUpperCase()),
  ),
  readUnitsPerSecond: UNITS_PER_SECOND.read.toLocaleString('en'),
  standardRequests: REQUEST_LIMITS.standard.quota,
  standardSeconds: REQUEST_LIMITS.standard.windowSeconds,
  unlimitedRequests: REQUEST_LIMITS.unlimited.quota,
  uploadLimit: exactFileSize(UPLOAD_MAX_BYTES),
  writeUnitsPerSecond: UNITS_PER_SECOND.write.toLocaleString('en'),
};

/** Replaces `{{name}}` by its value. Throws for an unknown name. */
const fillPlaceholders = (text: string) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = placeholders[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new Error(`The guide names ${name}, which pages/guide.ts does not define.`);
  });

const folder = new URL('guide/', import.meta.url);

/** The first sentence of a text, without links. */
const firstSentence = (text: string) =>
  (/^.*?[.:](?=\s)/s.exec(text)?.[0] ?? text)
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replace(/:$/, '.');

/** The chapters of the guide, in the order of their file names: `1-first-job.md` becomes `first-job`. */
export const chapters = (): Chapter[] =>
  readdirSync(folder)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => {
      const [heading = '', ...lines] = fillPlaceholders(readFileSync(new URL(file, folder), 'utf8')).split(
        '\n',
      );
      const text = lines.join('\n').trim();
      return {
        id: file.replace(/^\d+-|\.md$/g, ''),
        title: heading.replace(/^# /, ''),
        summary: firstSentence(text),
        text,
      };
    });
