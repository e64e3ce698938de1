import { noApiKeys } from '../http/authenticate.ts';

/** What reference data that never changes works with: no table, and so nothing of the SDK is in its bundles. */
export const constantServicesFor = () => ({
  apiKeys: noApiKeys,
  usage: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
  now: () => new Date(),
});
