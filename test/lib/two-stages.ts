import type { Stage, Stages } from '../../lib/stages.ts';

const dev: Stage = {
  name: 'dev',
  timeZone: 'UTC',
  currency: 'CAD',
  mailDomain: 'dev.jobs.example.com',
  monitoring: 'none',
  alarms: { recipients: 'none', latencyMillis: 3_000, serverErrorPercent: 5 },
  throttling: {
    employers: { rate: 50, burst: 100 },
    public: { rate: 20, burst: 40 },
    other: { rate: 5, burst: 10 },
  },
  deployment: 'atOnce',
  rateLimits: 'on',
  retainData: false,
  recoveryDays: 1,
  logDays: 7,
  applicationDays: 365,
};

const prod: Stage = {
  ...dev,
  name: 'prod',
  monitoring: 'basic',
  timeZone: 'America/Toronto',
  mailDomain: 'jobs.example.com',
  alarms: { ...dev.alarms, recipients: ['operator@acme.test'] },
  deployment: 'gradual',
  retainData: true,
  recoveryDays: 35,
  logDays: 90,
};

/** Stages without options, whatever stages.json says: one that leaves nothing behind, and one that keeps its data. */
export const stages = { dev, prod } satisfies Stages;
