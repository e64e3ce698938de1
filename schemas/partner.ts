import type { FromSchema } from 'json-schema-to-ts';
import { EmployerRecord } from './employer.ts';
import { JobReference } from './job.ts';
import { EMPLOYER_NAME_MAX, INT32_MAX } from './limits.ts';
import { CursorPaging } from './list.ts';
import { listOf, objectOf } from './object.ts';

const number = { type: 'integer', minimum: 1, maximum: INT32_MAX } as const;
const plan = { type: 'string', enum: ['standard', 'unlimited'], readOnly: true } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const { referenceId } = JobReference.properties;
const name = { type: 'string', minLength: 1, maxLength: EMPLOYER_NAME_MAX, format: 'line' } as const;

const account = {
  id: { ...number, readOnly: true },
  referenceId,
  name,
  plan,
  test: { type: 'boolean' },
  suspendedAt: { ...instant, type: ['string', 'null'], readOnly: true },
  deletionRequestedAt: { ...instant, type: ['string', 'null'], readOnly: true },
  createdAt: { ...instant, readOnly: true },
} as const;

/** Interface 16.2: an employer of a partner, as the partner sees it. */
export const EmployerAccount = objectOf('EmployerAccount', account);

const ListedEmployer = objectOf('ListedEmployer', {
  ...account,
  lastEvent: { type: 'integer', minimum: 0, maximum: INT32_MAX },
});

/** Interface 16.3: the query of the list of a partner's employers. */
export const ListEmployersQuery = objectOf(
  'ListEmployersQuery',
  {
    after: { type: 'integer', minimum: 0, maximum: INT32_MAX, default: 0 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
    referenceId,
  },
  ['after', 'limit'],
);

export const EmployerList = objectOf('EmployerList', { data: listOf(ListedEmployer), paging: CursorPaging });

/** Interface 16.2: PUT /employers identifies the employer by referenceId. Read-only fields are accepted and ignored. */
export const EmployerAccountUpsert = objectOf('EmployerAccountUpsert', account, ['referenceId']);

/** Interface 16.3: only the fields that are sent are changed. */
export const EmployerAccountUpdate = objectOf(
  'EmployerAccountUpdate',
  { ...account, suspended: { type: 'boolean' } },
  [],
);

/** Interface 16.1: a partner, as it sees itself. */
export const PartnerRecord = objectOf('PartnerRecord', {
  id: { ...number, readOnly: true },
  name: { type: 'string', readOnly: true },
  plan,
  maxEmployers: { ...number, readOnly: true },
  employers: { type: 'integer', minimum: 0, readOnly: true },
  contactEmail: EmployerRecord.properties.contactEmail,
});

export const PartnerUpdate = objectOf('PartnerUpdate', PartnerRecord.properties, []);

export type EmployerAccount = FromSchema<typeof EmployerAccount>;
export type PartnerRecord = FromSchema<typeof PartnerRecord>;
export type EmployerAccountUpdate = FromSchema<typeof EmployerAccountUpdate>;
