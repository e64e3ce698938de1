import { routesBy, type ServiceFunction } from './functions.ts';
import type { Permission } from './permissions.ts';

/** What nobody misses if a restored table lacks it: the use of keys, and the secret, are written by reads too. */
const isOfData = ({ on }: Permission) => on !== 'apiKeys' && on !== 'secret';

const writes = (permission: Permission) =>
  isOfData(permission) && ['PutItem', 'UpdateItem', 'DeleteItem'].includes(permission.action);

/** Whether requests for a function are refused in maintenance: those other than GET that write. */
export const isRefused = (definition: ServiceFunction): boolean =>
  (routesBy(definition)?.routes ?? []).some(({ methods }) =>
    methods.some((method) => method !== 'GET' && method !== 'HEAD'),
  ) && definition.permissions.some(writes);
