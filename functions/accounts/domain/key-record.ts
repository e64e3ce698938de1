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

/**
 * The fields of a key in a submission. Throws Refusal `validation_failed`, also for an end that is not in the future.
 */
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

/**
 * The permissions of a new key; null for everything. Throws Refusal `validation_failed` when it could do more than the
 * key that asks.
 */
export function newPermissions(
  submission: Submission<Partial<KeyCreate>>,
  asking: ApiKey['permissions'],
): ApiKey['permissions'] {
  const { permissions = null } = submission.fields;
  const named = permissions as ApiKey['permissions'];
  if (asking !== null && (named === null || named.some((permission) => !asking.includes(permission)))) {
    const message = `permissions may name only those of the key of this request: ${asking.join(', ')}.`;
    requireValid(submission, [{ pointer: '/permissions', code: 'not_allowed', message }]);
  }
  return named && [...new Set(named)].toSorted();
}

const timeOf = (end: string | null) => (end === null ? Infinity : Date.parse(end));

/**
 * Throws Refusal `validation_failed` when a key would outlive both its own present end and the key that asks: an
 * expiring key cannot live on in another.
 */
export function requireNoLonger(
  submission: Submission<Partial<KeyCreate>>,
  end: string | null,
  { asking, current = asking }: { asking: string | null; current?: string | null },
): void {
  if (timeOf(end) <= Math.max(timeOf(asking), timeOf(current))) return;
  const message = `expiresAt must not be later than ${asking}, when the key of this request ends.`;
  requireValid(submission, [{ pointer: '/expiresAt', code: 'not_allowed', message }]);
}
