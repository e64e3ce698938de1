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

/** An employer of a partner, as the partner sees it (guide: many-employers 2). */
export const EmployerAccount = objectOf('EmployerAccount', account);

const ListedEmployer = objectOf('ListedEmployer', {
  ...account,
  lastEvent: { type: 'integer', minimum: 0, maximum: INT32_MAX },
});

/** The query of the list of a partner's employers (guide: many-employers 3). */
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

/**
 * PUT /employers identifies the employer by referenceId (guide: many-employers 2). Read-only fields are accepted and
 * ignored.
 */
export const EmployerAccountUpsert = objectOf('EmployerAccountUpsert', account, ['referenceId']);

/** Only the fields that are sent are changed (guide: many-employers 3). */
export const EmployerAccountUpdate = objectOf(
  'EmployerAccountUpdate',
  { ...account, suspended: { type: 'boolean' } },
  [],
);

/** A partner, as it sees itself (guide: many-employers 1). */
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
