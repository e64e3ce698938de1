import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** A custom domain for the API. */
export interface CustomDomain {
  name: string;
  /** A certificate of AWS Certificate Manager in the region of the stack. */
  certificateArn: string;
  /** The zone for the alias record; without it, create the record elsewhere. */
  hostedZone?: { id: string; name: string };
}

/** What differs between the deployments of the service. */
export interface Stage {
  name: string;
  /** The time zone whose calendar gives publishDate its day, and in which a closeDate ends. */
  timeZone: string;
  /** What happens to the table and the logs when the stack is deleted. */
  removalPolicy: RemovalPolicy;
  /** For the table and for the stack itself. */
  deletionProtection: boolean;
  /** How many days back the table can be restored to any second (1 to 35). */
  recoveryDays: number;
  logRetention: RetentionDays;
  /** For all clients together: requests per second, and how many at once; requests beyond that get a 429 response. */
  throttling: { rate: number; burst: number };
  /** For each API key, by the plan of its employer (`functions/domain/rate-limit.ts`). */
  rateLimits: 'on' | 'off';
  /** The thresholds of the alarms; see `alarms.ts`. */
  alarms: {
    /** The p99 of response times, in milliseconds. */
    latencyMillis: number;
    /** The share of requests, in percent. */
    serverErrorPercent: number;
    /** Who gets an e-mail; others may subscribe to the topic in the stack's outputs. */
    email?: string;
  };
  /** How many days an application is kept (30 to 730); its file is deleted with it. */
  applicationRetentionDays: number;
  /** The currency of salaries, as postings tell search engines (ISO 4217). */
  currency: string;
  /** The domain that mail to employers is sent from (`applications@` it); no other stage of the account may have it. */
  mailDomain: string;
  domain?: CustomDomain;
  /** The origins whose pages may call the API from a browser; none unless API keys may be exposed to browsers. */
  browserOrigins?: readonly string[];
  /** A table restored from a backup, used instead of the stack's own (runbook, "Restore"). */
  restoredTable?: string;
}

const stages = {
  dev: {
    name: 'dev',
    timeZone: 'UTC',
    removalPolicy: RemovalPolicy.DESTROY,
    deletionProtection: false,
    recoveryDays: 1,
    logRetention: RetentionDays.ONE_WEEK,
    throttling: { rate: 50, burst: 100 },
    rateLimits: 'on',
    applicationRetentionDays: 365,
    currency: 'CAD',
    mailDomain: 'dev.jobs.example.com',
    alarms: { latencyMillis: 3_000, serverErrorPercent: 5 },
  },
  prod: {
    name: 'prod',
    timeZone: 'America/Toronto',
    removalPolicy: RemovalPolicy.RETAIN,
    deletionProtection: true,
    recoveryDays: 35,
    logRetention: RetentionDays.THREE_MONTHS,
    throttling: { rate: 500, burst: 1_000 },
    rateLimits: 'on',
    applicationRetentionDays: 365,
    currency: 'CAD',
    mailDomain: 'jobs.example.com',
    alarms: { latencyMillis: 2_000, serverErrorPercent: 1 },
  },
} as const satisfies Record<string, Stage>;

/** The names of the stages. */
export const stageNames = Object.keys(stages);

/** The settings of a stage. Throws when the stage does not exist. */
export function stageNamed(name: string): Stage {
  if (!Object.hasOwn(stages, name)) {
    throw new Error(`There is no stage "${name}"; choose with -c stage=${stageNames.join('|')}.`);
  }
  return stages[name as keyof typeof stages];
}
