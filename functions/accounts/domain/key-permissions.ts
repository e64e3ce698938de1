import type { KeyCreate } from '../../../schemas/key.ts';
import type { Permission } from '../../../schemas/permission.ts';
import { Refusal } from '../../platform/errors.ts';
import { requireValid, type Submission } from '../../validation/submission.ts';
import type { ApiKey } from './api-key.ts';

export const hasPermission = (
  { permissions }: Pick<ApiKey, 'permissions'>,
  permission: Permission,
): boolean => permissions === null || permissions.includes(permission);

/** The refusal of `action`, the subject of its sentence, for a key that lacks the permission for it. */
export const permissionMissing = (permission: Permission, action = 'This') =>
  new Refusal(
    'permission_missing',
    `${action} needs the permission ${permission}, which the key does not have.`,
  );

/** Whether permissions are more than those of a caller. Null means all of them. */
const isMore = (permissions: ApiKey['permissions'], callerPermissions: ApiKey['permissions']): boolean =>
  callerPermissions !== null &&
  (permissions === null || permissions.some((each) => !callerPermissions.includes(each)));

/** Throws Refusal `permission_missing` when a key may do more than the key of the request, which may not change it. */
export function requireNoMore({ id, permissions }: ApiKey, caller: Pick<ApiKey, 'permissions'>): void {
  if (!isMore(permissions, caller.permissions)) return;
  throw new Refusal(
    'permission_missing',
    `The key ${id} has permissions that the key of this request does not have.`,
  );
}

/** The permissions of a new key, at most the caller's; null for all. Throws Refusal `validation_failed`. */
export function newPermissions(
  submission: Submission<Partial<KeyCreate>>,
  callerPermissions: ApiKey['permissions'],
): ApiKey['permissions'] {
  const { permissions = null } = submission.fields;
  const requested = permissions as ApiKey['permissions'];
  if (callerPermissions !== null && isMore(requested, callerPermissions)) {
    const message = `permissions may name only those of the key of this request: ${callerPermissions.join(', ')}.`;
    requireValid(submission, [{ pointer: '/permissions', code: 'not_allowed', message }]);
  }
  return requested && [...new Set(requested)].toSorted();
}
