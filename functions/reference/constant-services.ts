import { noApiKeys } from '../employers/services.ts';

/** The services of what never changes: no table, so the bundles hold no SDK code. */
export const constantServicesFor = () => ({
  apiKeys: noApiKeys,
  usage: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
  now: () => new Date(),
});
