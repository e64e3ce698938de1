import { JobCreate, type JobHeader, type JobRecord } from '../../schemas/job.ts';
import type { Amount } from './amount.ts';
import type { CalendarDate } from './calendar.ts';
import type { Place } from './places/gazetteer.ts';

/** A place that has its id for ever. */
export interface Location {
  id: number;
  name: string;
  province: string;
}

/** A salary; the period by its id. */
export interface Salary {
  amount: Amount;
  maxAmount: Amount | null;
  period: number;
  plusCommission: boolean;
}

/** The fields that a job keeps otherwise than it shows them: reference data and places by their ids, exact amounts. */
interface KeptFields {
  locations: Location[];
  categories: number[];
  positionType: number;
  salary: Salary | null;
  applicantRoutingType: number;
}

/** A job posting of one employer: its fields, most of them as they are shown, and what no client sees. */
export interface Job extends Omit<JobRecord, 'employer' | keyof KeptFields>, KeptFields {
  /** Goes up with every write: a write names the version that it read. */
  version: number;
  /** The ids of its last writes, the newest first: by them a writer whose answer was lost knows its own. */
  recentWrites: readonly string[];
  /** Goes up with every publication of the employer: newest first is position descending. */
  position: number;
  /** When it was last written, in seconds since 1970; null for a job from before this was kept. */
  modifiedAt: number | null;
}

/** What an employer decides of a job; a place may not have its id yet, and no closeDate means the default. */
export type JobContent = Omit<
  Job,
  'id' | 'version' | 'recentWrites' | 'position' | 'modifiedAt' | 'publishDate' | 'closeDate' | 'locations'
> & {
  closeDate: CalendarDate | null;
  locations: (Location | Place)[];
};

/** The part of a job that a list shows. */
export type JobHeaderFields = Pick<Job, Exclude<keyof JobHeader, 'employer'>>;

/** The fields that a creation may leave out. */
type OptionalField = Exclude<keyof JobContent, (typeof JobCreate.required)[number]>;

type DefaultOf<Field extends OptionalField> = (typeof JobCreate.properties)[Field] extends {
  default: infer Default;
}
  ? Default
  : null;

const required: readonly string[] = JobCreate.required;

/** What a creation gives every field that it may leave out: the default of the schema, or else null. */
export const defaults = Object.fromEntries(
  Object.entries(JobCreate.properties).flatMap(([field, schema]) =>
    'readOnly' in schema || required.includes(field)
      ? []
      : [[field, 'default' in schema ? schema.default : null]],
  ),
) as { [Field in OptionalField]: DefaultOf<Field> } satisfies Pick<JobContent, OptionalField>;

/** Some members of a whole: undefined, as if not there, stands for what is not understood. */
type Draft<Whole> = { [Member in keyof Whole]?: Whole[Member] | undefined };

/** A salary on its way: a partial update may name only some of its members. */
export type PartialSalary = Draft<Salary>;

/** The content of a job while it is judged. */
export type JobDraft = Draft<Omit<JobContent, 'salary'> & { salary: PartialSalary | null }>;

/** A job with changes, before its places all have their ids. */
export type AmendedJob = Omit<Job, 'locations'> & Pick<JobContent, 'locations'>;

/** The content of a job whose places all have their ids. */
export type SettledContent = Omit<JobContent, 'locations'> & { locations: Location[] };
