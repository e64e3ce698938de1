import type { Key } from '../platform/dynamodb/database.ts';

export const locationPrefixes = { location: 'LOCATION' } as const;

export const locationKeys = {
  /** A place that got its id when a job first named it. */
  location: (placeKey: string, province: string): Key => ({
    PK: locationPrefixes.location,
    SK: `${placeKey}#${province}`,
  }),
} as const;
