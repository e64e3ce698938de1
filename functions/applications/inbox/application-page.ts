import type { ApplicationList } from '../../../schemas/application-record.ts';
import type { ListApplicationsQuery } from '../../../schemas/application.ts';
import { applicationRecord, type Application } from '../application/application.ts';
import { decryptOwnNumber, encryptApplicationId } from '../application/application-id.ts';
import { hashCandidate } from '../application/candidate-applications.ts';
import type { ListQuery } from './application-lists.ts';
import { refuseViolations } from '../../validation/submission.ts';

interface Listed {
  applications: readonly Application[];
  /** The number after which the list continues; undefined at the end. */
  next: number | undefined;
}

const NOT_OWN = {
  parameter: 'after',
  code: 'malformed',
  message: 'after must be the id of one of your applications.',
} as const;

/**
 * The number of the application after which a list begins; 0 for the whole list. The application may be erased. Throws
 * Refusal `validation_failed`.
 */
function numberAfter(secret: Uint8Array, employerId: number, after: string | undefined): number {
  if (!after) return 0;
  const number = decryptOwnNumber(secret, employerId, after);
  if (number === undefined) refuseViolations([NOT_OWN]);
  return number ?? 0;
}

/** Converts a query to the part of a list. Throws Refusal `validation_failed`. */
export const toListQuery = (
  secret: Uint8Array,
  employerId: number,
  { after, state, stage, email }: ListApplicationsQuery,
): ListQuery => ({
  after: numberAfter(secret, employerId, after),
  state,
  stage,
  candidate: email === undefined ? undefined : hashCandidate(secret, email),
});

/** A page of applications in a response (interface 12.3). */
export const toListResponse = (
  secret: Uint8Array,
  employerId: number,
  { applications, next }: Listed,
  pageAddress: (after: string) => string,
): ApplicationList => ({
  data: applications.map((application) => applicationRecord(secret, application)),
  paging: {
    next: next === undefined ? null : pageAddress(encryptApplicationId(secret, { employerId, number: next })),
  },
});
