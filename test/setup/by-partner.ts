import { expect } from '@jest/globals';

/** The suites whose employers a partner acts for in every run: one of each room. */
const always = [
  'jobs/update-job',
  'jobs/batch-jobs',
  'applications/erase-application',
  'events/event-queries',
  'webhooks/webhooks',
  'profile/profile',
];

/**
 * Whether the new employers of this suite belong to a partner, whose key and Employer-Id their clients send: those of every
 * suite with ACTING=partner (`npm run test:partners`).
 */
export const isByPartner = (): boolean =>
  process.env['ACTING'] === 'partner' ||
  always.some((name) => expect.getState().testPath?.endsWith(`/functions/${name}.test.ts`));
