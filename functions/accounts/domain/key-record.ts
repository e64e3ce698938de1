import type { KeyCreate, KeyRecord } from '../../../schemas/key.ts';
import type { ApiKey } from './api-key.ts';
import { requireValid, type Submission } from '../../validation/submission.ts';

/** A key as its owner sees it (interface 17.1). */
export const keyRecord = (
  { id, label, permissions, createdAt, createdBy, lastUsedAt, expiresAt }: ApiKey,
  caller: { key: Pick<ApiKey, 'id'> },
): KeyRecord => ({
  id,
  label,
  permissions: permissions as KeyRecord['permissions'],
  createdAt,
  createdBy,
  lastUsedAt,
  expiresAt,
  current: id === caller.key.id,
});

const notInFuture = {
  pointer: '/expiresAt',
  code: 'not_allowed',
  message: 'expiresAt must be in the future, or null for a key that never ends.',
} as const;

/** The label and the end in a submission. Throws Refusal `validation_failed`, also for a past end. */
export function parseKeyTerms(
  submission: Submission<Partial<KeyCreate>>,
  now: Date,
): { label?: string; expiresAt?: string | null } {
  const { label, expiresAt } = submission.fields;
  const end = expiresAt ? new Date(expiresAt) : undefined;
  requireValid(submission, end && !(end > now) ? [notInFuture] : []);
  return {
    ...(label !== undefined && { label }),
    ...(expiresAt !== undefined && { expiresAt: end?.toISOString() ?? null }),
  };
}

/** The permissions of a new key, at most the caller's; null for all. Throws Refusal `validation_failed`. */
export function newPermissions(
  submission: Submission<Partial<KeyCreate>>,
  callerPermissions: ApiKey['permissions'],
): ApiKey['permissions'] {
  const { permissions = null } = submission.fields;
  const requested = permissions as ApiKey['permissions'];
  const isTooMuch = requested === null || requested.some((each) => !callerPermissions?.includes(each));
  if (callerPermissions !== null && isTooMuch) {
    const message = `permissions may name only those of the key of this request: ${callerPermissions.join(', ')}.`;
    requireValid(submission, [{ pointer: '/permissions', code: 'not_allowed', message }]);
  }
  return requested && [...new Set(requested)].toSorted();
}

const timeOf = (end: string | null) => (end === null ? Infinity : Date.parse(end));

/**
 * Throws Refusal `validation_failed` when a key would outlive both its own present end and the key of the request:
 * an expiring key cannot prolong its access.
 */
export function requireNoLonger(
  submission: Submission<Partial<KeyCreate>>,
  end: string | null,
  { callerEnd, currentEnd = callerEnd }: { callerEnd: string | null; currentEnd?: string | null },
): void {
  if (timeOf(end) <= Math.max(timeOf(callerEnd), timeOf(currentEnd))) return;
  const message = `expiresAt must not be later than ${callerEnd}, when the key of this request ends.`;
  requireValid(submission, [{ pointer: '/expiresAt', code: 'not_allowed', message }]);
}
