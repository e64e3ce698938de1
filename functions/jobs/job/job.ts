import { JobCreate, type JobHeader, type JobRecord, type ReadOnlyField } from '../../../schemas/job.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { Question } from '../../../schemas/question.ts';
import type { Amount } from '../../validation/amount.ts';
import type { CalendarDate } from '../../platform/time/calendar.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import type { Place } from '../../reference/domain/gazetteer.ts';
import type { Location } from '../../reference/domain/location.ts';

/** A salary. The period is an id. */
export interface Salary {
  amount: Amount;
  maxAmount: Amount | null;
  period: number;
  plusCommission: boolean;
}

/** The fields whose stored form differs from the shown form: reference data as ids, places, exact amounts. */
interface StoredFields {
  locations: Location[];
  categories: number[];
  positionType: number;
  salary: Salary | null;
  applicantRoutingType: number;
  /** In seconds since 1970; null for an older job, for which it was not recorded. */
  createdAt: number | null;
  /** Null when the job has no questions, so that the item needs no attribute for them. */
  questions: Question[] | null;
}

/** A job posting of one employer: its fields, most of them as shown to clients, and internal ones. */
export interface Job
  extends
    Omit<JobRecord, ReadOnlyField | keyof StoredFields>,
    Pick<JobRecord, 'id' | 'publishDate'>,
    StoredFields {
  /** Increases with every change that clients see. A write states the version that it read. */
  version: number;
  /** The ids of the last writes, newest first. A writer that lost its response recognises its own write. */
  recentWrites: readonly string[];
  /** Increases with every publication of the employer, so newest first means descending position. */
  position: number;
  /** The time of the job's last change, in milliseconds since 1970. Each change is later than the previous one. */
  changedAt: number;
  /** The time of the last write, in seconds since 1970; null for an older job whose write time was not recorded. */
  modifiedAt: number | null;
  /** The author of the last write; null for an older job whose author was not recorded. */
  by: LastWrite | null;
  /**
   * The day on which it first became active, which refreshing does not change; null if it never was active, or it was
   * not recorded.
   */
  firstPublished: CalendarDate | null;
  /**
   * The random name in its public addresses while it is confidential, which never changes. Null if it never was
   * confidential.
   */
  publicName: string | null;
}

/** The part of a job that the employer decides. A place may have no id yet, and closeDate null means the default. */
export type JobContent = Omit<
  Job,
  | ReadOnlyField
  | 'version'
  | 'recentWrites'
  | 'position'
  | 'changedAt'
  | 'modifiedAt'
  | 'by'
  | 'firstPublished'
  | 'publicName'
  | 'closeDate'
  | 'locations'
> & {
  closeDate: CalendarDate | null;
  locations: (Location | Place)[];
};

/** The part of a job that a list shows, and the fields that determine the job's address. */
export type JobHeaderFields = Pick<Job, Extract<keyof JobHeader, keyof Job> | 'publicName'>;

/** The fields that decide whether the page of an employer's postings shows a job. */
export const postingRowFields = [
  'title',
  'locations',
  'workplace',
  'categories',
  'positionType',
  'closeDate',
  'confidential',
] as const;

/** The fields that the page of an employer's postings shows, and those that decide whether the job is shown. */
export const teaserFields = [
  ...postingRowFields,
  'id',
  'language',
  'status',
  'publishDate',
  'salary',
  'publicName',
  'firstPublished',
] as const;

/** A job with `postingRowFields`, and the titles of its translations. */
export type PostingRow = Pick<Job, (typeof postingRowFields)[number]> & {
  translations: { [Name in Language]?: { title: string } | null } | null;
};

/** A job with `teaserFields`, and the titles of its translations. */
export type JobTeaser = PostingRow & Pick<Job, (typeof teaserFields)[number]>;

/** The fields that are optional when a job is created. */
type OptionalField = Exclude<keyof JobContent, (typeof JobCreate.required)[number]>;

type DefaultOf<Field extends OptionalField> = (typeof JobCreate.properties)[Field] extends {
  default: infer Default;
}
  ? Default
  : null;

const required: readonly string[] = JobCreate.required;

/** The default of each optional field: from the schema, otherwise null. */
export const defaults = Object.fromEntries(
  Object.entries(JobCreate.properties).flatMap(([field, schema]) =>
    'readOnly' in schema || required.includes(field)
      ? []
      : [[field, 'default' in schema ? schema.default : null]],
  ),
) as { [Field in OptionalField]: DefaultOf<Field> } satisfies Pick<JobContent, OptionalField>;

/** A partial type. A missing or invalid member is undefined. */
type Draft<Whole> = { [Member in keyof Whole]?: Whole[Member] | undefined };

/** The salary in an update, which may have only some of the members. */
export type PartialSalary = Draft<Salary>;

/** The content of a job before it is validated. */
export type JobDraft = Draft<Omit<JobContent, 'salary'> & { salary: PartialSalary | null }>;

/** A job with changes, in which some places may have no id yet. */
export type AmendedJob = Omit<Job, 'locations'> & Pick<JobContent, 'locations'>;

/** The content of a job in which all places have ids. */
export type ContentWithLocationIds = Omit<JobContent, 'locations'> & { locations: Location[] };
