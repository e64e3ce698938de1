import type { Stage, Stages } from '../../lib/stages.ts';

const dev: Stage = {
  name: 'dev',
  timeZone: 'UTC',
  currency: 'CAD',
  mailDomain: 'dev.jobs.acme.test',
  operator: {
    name: 'Jobs in Acme Town',
    email: 'operator@acme.test',
    privacyUrl: 'https://acme.test/privacy',
  },
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
  mailDomain: 'jobs.acme.test',
  alarms: { ...dev.alarms, recipients: ['operator@acme.test'] },
  deployment: 'gradual',
  retainData: true,
  recoveryDays: 35,
  logDays: 90,
};

/** Stages without options, independent of stages.json: dev retains no data, prod does. */
export const stages = { dev, prod } satisfies Stages;

/** The settings of a stage with every option that differ from prod. */
export const everyOption: Partial<Stage> = {
  domain: {
    name: 'jobs.example.com',
    certificateArn: 'arn:aws:acm:ca-central-1:111122223333:certificate/1',
    only: true,
    hostedZone: { id: 'Z1', name: 'example.com' },
  },
  browserOrigins: ['https://example.com'],
  tracing: 'on',
  logLevel: 'warn',
  budgetDollars: 200,
  maxOnDemandThroughput: { readUnits: 4_000, writeUnits: 1_000 },
  restoredTable: 'restored',
  proxy: {
    addressHeader: 'CloudFront-Viewer-Address',
    proofHeader: 'X-Proxy-Proof',
    proofSha256: ['a'.repeat(64), 'b'.repeat(64)],
  },
  cdn: {
    secrets: [1, 2],
    domain: {
      name: 'careers.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1',
      hostedZone: { id: 'Z1', name: 'example.com' },
    },
    webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/site/1',
  },
  mailDomain: 'mail.acme.test',
  mailName: 'Jobs in Acme Town',
  operator: { ...dev.operator, policyUrl: 'https://acme.test/reports' },
  postingLaws: 'none',
  searchEngines: ['indexNow', 'google'],
  applicationDays: 30,
  eventDays: 30,
  confirmationsPerDay: 100,
  mailsPerAddress: 50,
  monitoring: 'full',
  publicConcurrency: 20,
  alarms: {
    ...prod.alarms,
    recipients: ['operator@example.com', 'deputy@example.com'],
    concurrencyQuota: 1_000,
  },
};
