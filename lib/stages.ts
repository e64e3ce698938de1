import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** An address of one's own for the API. */
export interface CustomDomain {
  name: string;
  /** Of AWS Certificate Manager, in the region of the stack. */
  certificateArn: string;
  /** Where the alias record goes; without it the record is made elsewhere. */
  hostedZone?: { id: string; name: string };
}

/** What differs between the deployments of the service. */
export interface Stage {
  name: string;
  /** The time zone whose calendar gives publishDate its day. */
  timeZone: string;
  /** What becomes of the table and the logs when the stack is deleted. */
  removalPolicy: RemovalPolicy;
  /** Of the table, and of the stack itself. */
  deletionProtection: boolean;
  /** How far back the table can be restored to any second, in days (1 to 35). */
  recoveryDays: number;
  logRetention: RetentionDays;
  /** Of all clients together: requests a second, and how many may come at once; what is more gets a 429. */
  throttling: { rate: number; burst: number };
  /** Of each API key, by the plan of its employer (`functions/domain/rate-limit.ts`). */
  rateLimits: 'on' | 'off';
  /** When an alarm rings; see `alarms.ts`. */
  alarms: {
    /** The p99 of the whole answer, in milliseconds. */
    latencyMillis: number;
    /** Of answered requests, in percent. */
    serverErrorPercent: number;
    /** Who gets a message; others may subscribe to the topic of the outputs. */
    email?: string;
  };
  domain?: CustomDomain;
  /** The origins whose browser pages may call the API; none, unless an API key may be known to a browser. */
  browserOrigins?: readonly string[];
  /** A table restored from a backup, which the functions use instead of the stack's own (runbook, "Restore"). */
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
    alarms: { latencyMillis: 2_000, serverErrorPercent: 1 },
  },
} as const satisfies Record<string, Stage>;

/** The names of the stages. */
export const stageNames = Object.keys(stages);

/** The settings of a stage. Throws when there is none of the name. */
export function stageNamed(name: string): Stage {
  if (!Object.hasOwn(stages, name)) {
    throw new Error(`There is no stage "${name}"; choose with -c stage=${stageNames.join('|')}.`);
  }
  return stages[name as keyof typeof stages];
}
