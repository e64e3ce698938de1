import type { KeyCreate, KeyRecord } from '../../../schemas/key.ts';
import type { ApiKey } from '../../employers/domain/api-key.ts';
import type { Author } from '../../platform/values/last-write.ts';
import { requireValid, type Submission } from '../../platform/values/submission.ts';

/** A key as its owner sees it (interface 17.1). */
export const keyRecord = (
  { id, label, createdAt, lastUsedAt, expiresAt }: ApiKey,
  asking: Pick<Author, 'id'>,
): KeyRecord => ({ id, label, createdAt, lastUsedAt, expiresAt, current: id === asking.id });

const notInFuture = {
  pointer: '/expiresAt',
  code: 'not_allowed',
  message: 'expiresAt must be in the future, or null for a key that never ends.',
} as const;

/** What a submission says of a key. Throws Refusal `validation_failed`, also for an end that is not in the future. */
export function termsIn(
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
