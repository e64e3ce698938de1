import { BODY_MAX_BYTES, CLOSE_AFTER_DAYS } from './limits.ts';
import type { OperationId } from './operations.ts';

/** What an operation does beyond its summary, in Markdown. */
export const operationDescriptions: Record<OperationId, string> = {
  listJobs:
    'The headers of your own jobs, by publishDate, then by id, newest first. A page past the end is empty. Follow `paging.next` as it stands until it is null.',
  createJob:
    'The job is a draft unless `status` says otherwise. Where a job has the same `referenceId` already, the answer is 409 and names it: PUT, or an `Idempotency-Key`, makes it safe to repeat. What GET answers, without `id` and `referenceId`, can be posted to make a copy.',
  upsertJob:
    'The way to keep a job in step with your own system. Where a job has this `referenceId`, only the fields sent are changed (200); where none has, one is created (201), by the rules of POST. It may be repeated as often as you like.',
  deleteJobByReference: 'The job and its `referenceId` are gone; the `referenceId` can be used again.',
  getJob: 'The whole job, also when it is archived or a draft.',
  updateJob:
    'The job must keep all rules with the changes in it. `null` or `""` clears an optional field; for `confidential`, `autoRefresh` and `status` it counts as not sent. A job that GET answered can be changed and sent back whole: read-only fields are ignored.',
  deleteJob:
    'The job and its `referenceId` are gone. To keep it out of sight instead, set `status` to `archived`.',
  overrideJobMethod:
    'For clients that can send neither PUT nor DELETE: the header X-HTTP-Method-Override names the method that is meant. On `/jobs` the same header makes POST mean PUT or DELETE there.',
  refreshJob:
    'publishDate becomes today, and the job the newest of the list, whatever its status and your plan; closeDate stays. A second time on the same day changes nothing. The next auto-refresh is seven days from then. No body is needed.',
  listPositionTypes: 'Every position type that a job can have. The list never changes its ids.',
  getPositionType: 'One entry of the list.',
  listJobCategories: 'Every category that a job can be in. The list never changes its ids.',
  getJobCategory: 'One entry of the list.',
  listSalaryPeriods: 'Every period that a salary can be paid for. The list never changes its ids.',
  getSalaryPeriod: 'One entry of the list.',
  listApplicantRoutingTypes:
    'The ways in which applications reach you: e-mail (then `applicationEmail` is required) or your own website (`applicationUrl`).',
  getApplicantRoutingType: 'One entry of the list.',
  listLocations:
    'Places in Canada whose name has `q` in it, without regard to case or accents, the shortest names first. A place that is not in the list can be used in a job all the same; it is in the list from then on.',
  getLocation: 'One entry of the list.',
};

/** What a parameter is for, by its name. */
export const parameterDescriptions: Record<string, string> = {
  id: 'The id that the service gave.',
  q: 'A part of the text looked for, without regard to case or accents.',
  status: 'Only the jobs of this status.',
  types: 'Only the places of this type.',
  pageSize: 'How many entries a page has.',
  page: 'Which page.',
};

/** The fields of an entry of the list at a path. */
const entryFields = (path: string) => ({ id: `One of \`GET ${path}\`.`, name: 'For people.' });

const pagedFields = { data: 'One page of entries.', paging: 'Where the page stands.' };

const jobFields = {
  id: 'Given by the service, for ever.',
  referenceId: 'Your own id of the job. At most one of your jobs has it.',
  employer: 'Whose job it is: the employer that the API key names.',
  title: 'What the job is called.',
  publishDate: "The day of publication in the service's time zone.",
  closeDate: `The last day of the job. By default, and for null, ${CLOSE_AFTER_DAYS} days after publishDate. Nothing happens by itself on that day.`,
  confidential: 'Whether the name of the employer is kept from candidates.',
  autoRefresh:
    'Renews publishDate every 7 days, on the unlimited plan; on another it is stored without effect.',
  status: 'Only active jobs are for candidates.',
  locations: 'Where the work is.',
  categories: 'What kind of work it is.',
  positionType: 'How the job is held.',
  salary: 'What it pays; null for nothing said.',
  description:
    'HTML of strong, b, em, i, br, p, div, ul, ol, li and a with href (http, https, mailto, tel) and target. h1 to h6 become strong; other markup is removed, and Job-Warning says so.',
  applicantRoutingType: 'How candidates apply.',
  applicationEmail: 'Gets a copy of each application. Required when applicantRoutingType.id is 1.',
  applicationUrl: 'Where candidates apply. Required when applicantRoutingType.id is 2.',
};

const salaryFields = {
  amount: 'Dollars for a period, in exact decimals. Answers have four decimals.',
  maxAmount: 'The upper end of a range, not below amount.',
  period: 'What the amount is for. Required with amount.',
  plusCommission: 'Whether a commission comes on top. A new salary has none unless it is sent.',
};

/** What a shape is and what each of its fields means, by the name of the schema. */
export const schemaDescriptions: Record<string, { summary: string; fields?: Record<string, string> }> = {
  JobStatus: { summary: 'Where a job stands. It goes from any status to any other.' },
  JobRecord: {
    summary: 'A job as it is answered: every field is there, null stands for none.',
    fields: jobFields,
  },
  JobHeader: { summary: 'A job as it stands in a list.', fields: jobFields },
  JobCreate: {
    summary:
      'A job to create. Read-only and unknown fields are ignored, and `""` for an optional field is null; ids may be sent as digit strings.',
    fields: jobFields,
  },
  JobUpdate: { summary: 'Fields to change: those that are not sent stay as they are.', fields: jobFields },
  JobUpsert: {
    summary:
      'A job to update or create, by its referenceId. Fields that are not sent stay as they are; a new job gets the defaults of JobCreate for them.',
    fields: jobFields,
  },
  JobReference: { summary: 'Names a job by its referenceId.', fields: jobFields },
  Salary: { summary: 'What a job pays.', fields: salaryFields },
  Location: {
    summary: 'A place in Canada.',
    fields: {
      id: 'Given by the service, for ever.',
      name: 'The name alone.',
      description:
        'The name, a comma and the code of the province: "Vancouver, BC". On write the name alone will do where only one place, or one place by far, has it.',
      type: 'What kind of place it is.',
    },
  },
  Category: { summary: 'A kind of work.', fields: entryFields('/jobcategories') },
  PositionType: { summary: 'How a job is held.', fields: entryFields('/positiontypes') },
  SalaryPeriod: {
    summary: 'What a salary is paid for.',
    fields: { ...entryFields('/salaryperiods'), unit: 'The period as a noun.' },
  },
  ApplicantRoutingType: { summary: 'How candidates apply.', fields: entryFields('/applicantroutingtypes') },
  JobList: { summary: 'One page of jobs.', fields: pagedFields },
  LocationList: { summary: 'One page of places.', fields: pagedFields },
  Paging: {
    summary: 'Where a page stands in the whole list.',
    fields: {
      total: 'How many entries there are on all pages.',
      page: 'The number of this page.',
      pages: 'How many pages there are; 0 when there is no entry.',
      pageSize: 'How many entries a page has.',
      previous: 'The address of the page before, or null.',
      next: 'The address of the next page, or null.',
    },
  },
  Problem: {
    summary: 'Why a request failed: problem details (RFC 9457).',
    fields: {
      type: 'The address of the page about the problem.',
      title: 'The problem in a few words, always the same.',
      status: 'The status of the answer.',
      detail: 'What is wrong with this request, and what would be right.',
      message: 'The same sentence.',
      code: 'The problem, for programs.',
      requestId: 'Names the request when you ask for help.',
      errors: 'Every broken rule, at most 100.',
      existingJob: 'The job that has the referenceId already.',
      outcome: 'Whether the change was made: not-applied or unknown.',
    },
  },
  Violation: {
    summary: 'One broken rule.',
    fields: {
      pointer: 'Where in the body: a JSON Pointer (RFC 6901).',
      parameter: 'Which query parameter.',
      header: 'Which header.',
      code: 'The rule, for programs. The page of `validation_failed` says what each code means; new codes may be added.',
      message: 'The rule and the values allowed, for people.',
    },
  },
};

/** What the document says of the service as a whole, in Markdown. */
export const serviceDescription = `Create, read, update, archive, delete and list job postings. Bodies are JSON objects in UTF-8, at most ${BODY_MAX_BYTES / 1024} KiB, sent with \`Content-Type: application/json\`.

Dates are calendar dates, \`YYYY-MM-DD\`. Amounts are exact decimals with at most four places. A query parameter that the operation does not know is ignored, and \`Job-Warning\` names it; \`_\` is always ignored. A client ignores the fields of an answer that it does not know: there may be more one day.

Every error has one shape, [Problem](#problems), and tells of every broken rule at once.`;
