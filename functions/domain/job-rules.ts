import { JobCreate } from '../../schemas/job.ts';
import type { Violation } from '../../schemas/problem.ts';
import { isBlankDescription } from './description.ts';
import type { JobDraft } from './job.ts';

interface Rule extends Violation {
  pointer: string;
  breaks: (job: JobDraft) => boolean;
}

/** Interface 2.5: how candidates apply, and the field that this way of applying needs. */
const EMAIL = 1;
const URL = 2;

const required = JobCreate.required.map((field): Rule => ({
  pointer: `/${field}`,
  code: 'required',
  message: `${field} is required.`,
  breaks: (job) => job[field] === undefined,
}));

/** The rules over the whole of a job, which a change of one field can break in another. */
const rules: readonly Rule[] = [
  ...required,
  {
    pointer: '/description',
    code: 'blank',
    message: 'description has no text left once markup that is not allowed is removed.',
    breaks: ({ description }) => description !== undefined && isBlankDescription(description),
  },
  {
    pointer: '/salary/amount',
    code: 'required',
    message: 'salary.amount is required in a salary; send "salary": null for none.',
    breaks: ({ salary }) => Boolean(salary) && salary?.amount === undefined,
  },
  {
    pointer: '/salary/maxAmount',
    code: 'below_amount',
    message: 'salary.maxAmount must not be below salary.amount.',
    breaks: ({ salary }) => typeof salary?.maxAmount === 'number' && salary.maxAmount < (salary.amount ?? 0),
  },
  {
    pointer: '/applicationEmail',
    code: 'required',
    message: 'applicationEmail is required when applicantRoutingType.id is 1.',
    breaks: (job) => job.applicantRoutingType === EMAIL && !job.applicationEmail,
  },
  {
    pointer: '/applicationUrl',
    code: 'required',
    message: 'applicationUrl is required when applicantRoutingType.id is 2.',
    breaks: (job) => job.applicantRoutingType === URL && !job.applicationUrl,
  },
];

/** The rules that a job breaks (interface 2.1, 2.4 and 2.5). */
export const brokenRules = (job: JobDraft): Violation[] =>
  rules.filter((rule) => rule.breaks(job)).map(({ pointer, code, message }) => ({ pointer, code, message }));
