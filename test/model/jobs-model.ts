import type { JobStatus } from '../../schemas/job.ts';

/** A job in the model. Its id is undefined until a response shows it, if its creation was not confirmed. */
export interface ModelJob {
  id: number | undefined;
  referenceId: string | null;
  title: string;
  status: JobStatus;
  confidential: boolean;
}

/** The jobs of one employer, in the order of their publication. */
export type Jobs = readonly ModelJob[];

export type Fields = Partial<Omit<ModelJob, 'id'>>;

/** A request of a client. */
export type Operation =
  | { kind: 'create'; fields: Fields & { title: string } }
  | { kind: 'upsert'; referenceId: string; fields: Fields & { title: string } }
  | { kind: 'update'; id: number; fields: Fields }
  | { kind: 'delete'; id: number }
  | { kind: 'deleteByReference'; referenceId: string }
  | { kind: 'get'; id: number }
  | { kind: 'refresh'; id: number }
  | { kind: 'everything' };

/** The response to an operation. */
export interface Answer {
  status: number;
  job?: ModelJob;
  /** The id of the job that already has the referenceId. */
  existing?: number | undefined;
  /** All jobs, in no particular order. */
  jobs?: Jobs;
}

interface Step {
  answer: Answer;
  after: Jobs;
}

const absent: Omit<ModelJob, 'title'> = {
  id: undefined,
  referenceId: null,
  status: 'draft',
  confidential: false,
};

const refused = (jobs: Jobs, status: number, existing?: ModelJob): Step => ({
  answer: { status, ...(existing && { existing: existing.id }) },
  after: jobs,
});

function amended(jobs: Jobs, job: ModelJob, fields: Fields): Step {
  const next = { ...job, ...fields };
  return { answer: { status: 200, job: next }, after: jobs.map((other) => (other === job ? next : other)) };
}

function created(jobs: Jobs, fields: Fields & { title: string }): Step {
  const job = { ...absent, ...fields };
  return { answer: { status: 201, job }, after: [...jobs, job] };
}

function removed(jobs: Jobs, job: ModelJob | undefined): Step {
  if (!job) return refused(jobs, 404);
  return { answer: { status: 204 }, after: jobs.filter((other) => other !== job) };
}

const withId = (jobs: Jobs, wanted: number) => jobs.find(({ id }) => id === wanted);

const named = (jobs: Jobs, wanted: string | null | undefined) =>
  jobs.find(({ referenceId }) => referenceId !== null && referenceId === wanted);

type Of<Kind> = Extract<Operation, { kind: Kind }>;

const steps: { [Kind in Operation['kind']]: (jobs: Jobs, operation: Of<Kind>) => Step } = {
  create: (jobs, { fields }) => {
    const holder = named(jobs, fields.referenceId);
    return holder ? refused(jobs, 409, holder) : created(jobs, fields);
  },
  upsert: (jobs, { referenceId, fields }) => {
    const job = named(jobs, referenceId);
    return job ? amended(jobs, job, fields) : created(jobs, { ...fields, referenceId });
  },
  update: (jobs, { id, fields }) => {
    const job = withId(jobs, id);
    if (!job) return refused(jobs, 404);
    const holder = named(jobs, fields.referenceId);
    return holder && holder !== job ? refused(jobs, 409, holder) : amended(jobs, job, fields);
  },
  delete: (jobs, { id }) => removed(jobs, withId(jobs, id)),
  deleteByReference: (jobs, { referenceId }) => removed(jobs, named(jobs, referenceId)),
  get: (jobs, { id }) => {
    const job = withId(jobs, id);
    return job ? { answer: { status: 200, job }, after: jobs } : refused(jobs, 404);
  },
  // The model assumes an earlier publishDate; a refresh changes only the order.
  refresh: (jobs, { id }) => {
    const job = withId(jobs, id);
    if (!job) return refused(jobs, 404);
    return { answer: { status: 200, job }, after: [...jobs.filter((other) => other !== job), job] };
  },
  everything: (jobs) => ({ answer: { status: 200, jobs }, after: jobs }),
};

/** The expected response to an operation, and the jobs after it. */
export const step = (jobs: Jobs, operation: Operation): Step =>
  (steps[operation.kind] as (jobs: Jobs, operation: Operation) => Step)(jobs, operation);

const isSame = (a: ModelJob, b: ModelJob) =>
  a.referenceId === b.referenceId &&
  a.title === b.title &&
  a.status === b.status &&
  a.confidential === b.confidential;

/** The jobs, with the id of a response for one of them; undefined when this contradicts a known id. */
function identified(jobs: Jobs, job: ModelJob | undefined, id: number | undefined): Jobs | undefined {
  if (!job || id === undefined || job.id === id) return job?.id === id ? jobs : undefined;
  if (job.id !== undefined || jobs.some((other) => other.id === id)) return undefined;
  return jobs.map((other) => (other === job ? { ...job, id } : other));
}

/** The jobs with the ids of a response; undefined when they are not the same jobs. */
function allIdentified(jobs: Jobs, received: Jobs): Jobs | undefined {
  if (jobs.length !== received.length) return undefined;
  let current: Jobs | undefined = jobs;
  const unmatched = new Set(jobs.filter(({ id }) => id === undefined));
  for (const job of received) {
    const byId = jobs.find(({ id }) => id === job.id);
    const same = byId ?? [...unmatched].find((other) => isSame(other, job));
    if (!current || !same || !isSame(same, job)) return undefined;
    unmatched.delete(same);
    current = identified(current, same, job.id);
  }
  return current;
}

/** The jobs after an operation with this response; undefined when the model excludes the response. */
export function afterAnswer(jobs: Jobs, operation: Operation, received: Answer): Jobs | undefined {
  const { answer, after } = step(jobs, operation);
  if (answer.status !== received.status) return undefined;
  if (answer.jobs) return received.jobs && allIdentified(after, received.jobs);
  if (answer.job) {
    return received.job && isSame(answer.job, received.job)
      ? identified(after, answer.job, received.job.id)
      : undefined;
  }
  if ('existing' in answer) {
    const { referenceId } = 'fields' in operation ? operation.fields : { referenceId: null };
    return identified(
      after,
      after.find((job) => job.referenceId === referenceId),
      received.existing,
    );
  }
  return after;
}
