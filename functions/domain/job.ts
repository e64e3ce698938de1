import type { JobStatus } from '../../schemas/job.ts';
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

/** A job posting of one employer. Reference data stands by its ids; `null` is "none". */
export interface Job {
  id: number;
  /** Goes up with every write: a write names the version that it read. */
  version: number;
  /** The ids of its last writes, the newest first: by them a writer whose answer was lost knows its own. */
  recentWrites: readonly string[];
  /** Goes up with every publication of the employer: newest first is position descending. */
  position: number;
  /** When it was last written, in seconds since 1970; null for a job from before this was kept. */
  modifiedAt: number | null;
  referenceId: string | null;
  title: string;
  publishDate: CalendarDate;
  closeDate: CalendarDate;
  confidential: boolean;
  autoRefresh: boolean;
  status: JobStatus;
  locations: Location[];
  categories: number[];
  positionType: number;
  salary: Salary | null;
  description: string;
  applicantRoutingType: number;
  applicationEmail: string | null;
  applicationUrl: string | null;
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
export type JobHeaderFields = Pick<
  Job,
  'id' | 'referenceId' | 'title' | 'publishDate' | 'locations' | 'confidential' | 'status'
>;

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
