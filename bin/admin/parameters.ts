import { addDays } from '../../functions/platform/time/calendar.ts';
import { employerIdOf } from '../../functions/accounts/domain/api-key.ts';
import { MAX_EMPLOYERS, plans } from '../../functions/accounts/domain/employer.ts';
import { ApplicationState } from '../../schemas/application.ts';
import { permissions, type Permission } from '../../schemas/permission.ts';
import { EMPLOYER_NAME_MAX, INT32_MAX, REFERENCE_ID_MAX } from '../../schemas/limits.ts';
import { LOCAL_DAYS_AHEAD } from './auto-refresh.ts';
import { isJobFile } from './import/job-file.ts';

export interface Parameter {
  /** Its form on the command line; a form without a value is a flag. */
  syntax: string;
  meaning: string;
  /** The default as the help text shows it, for commands that do not require the parameter. */
  defaultText?: string;
  /** The valid values, which error messages quote. */
  rule?: string;
  read: (text: string, now: Date) => unknown;
}

const linePattern = new RegExp(`^[^\\p{Cc}\\u2028\\u2029]{1,${EMPLOYER_NAME_MAX}}$`, 'u');

const parseLine = (text: string) => (linePattern.test(text) && text.trim() !== '' ? text : undefined);

const parseInt32 = (text: string) =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= INT32_MAX ? Number(text) : undefined;

function parsePermissions(text: string): Permission[] | undefined {
  const named = text.split(',').map((name) => permissions.find((permission) => permission === name.trim()));
  return named.every((permission) => permission !== undefined) ? named : undefined;
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const instantPattern = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Detects impossible dates such as 30 February, because `addDays` turns them into days in March. */
const isDate = (text: string) => datePattern.test(text) && addDays(text, 0) === text;

const startOf = (date: string) => new Date(`${date}T00:00:00Z`);

/** The instant at which a key ends, in ISO 8601. For a date, the end of that day in UTC. */
function parseExpiry(text: string, now: Date): string | undefined {
  const date = instantPattern.exec(text)?.[1] ?? text;
  if (!isDate(date)) return undefined;
  const end = date === text ? startOf(addDays(date, 1)) : new Date(text);
  return end > now ? end.toISOString() : undefined;
}

const oneLine = `1 to ${EMPLOYER_NAME_MAX} characters on one line`;

/** The longest time that a key may keep working after its successor is issued, in days. */
const OVERLAP_MAX = 7;

const parseDays = (text: string) =>
  /^\d$/.test(text) && Number(text) <= OVERLAP_MAX ? Number(text) : undefined;

/** The value of `--partner none`. */
export const NO_PARTNER = 0;

export const parameters = {
  id: {
    syntax: '<id>',
    meaning: "The employer's id",
    rule: 'an employer id such as 1',
    read: parseInt32,
  },
  keyId: {
    syntax: '<keyId>',
    meaning: "The key's id, which key list shows",
    rule: 'a key id such as 1-k7f3q9x2',
    read: (text) => (employerIdOf(text) === undefined ? undefined : text),
  },
  employer: {
    syntax: '--employer <id>',
    meaning: "The employer's id, which employer list shows",
    defaultText: 'all employers',
    rule: 'an employer id such as 1',
    read: parseInt32,
  },
  partner: {
    syntax: '--partner <id>',
    meaning: "The partner's id, which partner list shows, or none",
    defaultText: 'it belongs to no partner',
    rule: 'a partner id such as 3, or none',
    read: (text) => (text === 'none' ? NO_PARTNER : parseInt32(text)),
  },
  partnerId: {
    syntax: '<partnerId>',
    meaning: "The partner's id, which partner list shows",
    rule: 'a partner id such as 3',
    read: parseInt32,
  },
  reference: {
    syntax: '--reference <referenceId>',
    meaning: `The partner's own id for the employer, up to ${REFERENCE_ID_MAX} characters on one line`,
    rule: `1 to ${REFERENCE_ID_MAX} characters on one line that are not blank`,
    read: (text) => (text.length <= REFERENCE_ID_MAX ? parseLine(text) : undefined),
  },
  test: {
    syntax: '--test',
    meaning: 'It is there to try the service, for good: not published, and no mail leaves for it',
    read: () => true as const,
  },
  maxEmployers: {
    syntax: '--max-employers <number>',
    meaning: 'How many employers the partner may have',
    defaultText: `${MAX_EMPLOYERS} for a new partner`,
    rule: 'a whole number such as 1000',
    read: parseInt32,
  },
  deletionRequested: {
    syntax: '--deletion-requested',
    meaning: 'Only those whose deletion their partner asked for, the oldest request first',
    read: () => true as const,
  },
  revoke: {
    syntax: '--revoke',
    meaning:
      'Also revoke the keys and pause the webhooks that the partner made; without it, they are only listed',
    read: () => true,
  },
  name: {
    syntax: '--name <name>',
    meaning: `The name of the employer or partner, ${oneLine}`,
    rule: `${oneLine} that is not blank`,
    read: parseLine,
  },
  to: {
    syntax: '--to <folder>',
    meaning: 'The folder to write into: a new one, an empty one, or that of an earlier export',
    rule: 'the name of a folder',
    read: (text) => (text.trim() === '' ? undefined : text),
  },
  operator: {
    syntax: '--operator',
    meaning: 'What the operator did that is in the log of no employer',
    read: () => true,
  },
  plan: {
    syntax: '--plan <plan>',
    meaning: plans.join(' or '),
    defaultText: `${plans[0]} for a new employer`,
    rule: plans.join(' or '),
    read: (text) => plans.find((plan) => plan === text),
  },
  label: {
    syntax: '--label <label>',
    meaning: `What the key is for, ${oneLine}`,
    rule: `${oneLine} that is not blank`,
    read: parseLine,
  },
  permissions: {
    syntax: '--permissions <list>',
    meaning: `What the key may do, separated by commas: ${permissions.join(', ')}`,
    defaultText: 'everything',
    rule: 'permissions such as jobs:write,applications:read',
    read: parsePermissions,
  },
  expires: {
    syntax: '--expires <date>',
    meaning: 'The last day (UTC) on which the key works, or the instant at which it ends',
    defaultText: 'it never ends',
    rule: 'a date not in the past such as 2030-12-31, or a future instant such as 2030-12-31T18:00:00Z',
    read: parseExpiry,
  },
  overlap: {
    syntax: '--overlap <days>',
    meaning: `How many days the old key keeps working, at most ${OVERLAP_MAX}`,
    defaultText: '1',
    rule: `a whole number from 0 to ${OVERLAP_MAX}`,
    read: parseDays,
  },
  email: {
    syntax: '--email <address>',
    meaning: "The candidate's e-mail address; letter case does not matter",
    rule: 'an e-mail address',
    read: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined),
  },
  state: {
    syntax: '--state <state>',
    meaning: `The state of the applications to list: ${ApplicationState.enum.join(', ')}`,
    defaultText: 'all states',
    rule: ApplicationState.enum.join(', '),
    read: (text) => ApplicationState.enum.find((state) => state === text),
  },
  after: {
    syntax: '--after <event>',
    meaning: 'The id of the event after which to begin',
    defaultText: 'the oldest that is kept',
    rule: 'the id of an event such as 842',
    read: (text) => (text === '0' ? 0 : parseInt32(text)),
  },
  job: {
    syntax: '--job <id>',
    meaning: 'The id of a job, deleted or not',
    defaultText: 'all jobs',
    rule: 'a job id such as 7',
    read: parseInt32,
  },
  report: {
    syntax: '<report>',
    meaning: 'The id of a report, which its mail and report list name',
    rule: 'the id of a report such as 3f9a1c02d4e5b687',
    read: (text) => (/^[\da-f]{16}$/.test(text) ? text : undefined),
  },
  all: {
    syntax: '--all',
    meaning: 'Also what is closed',
    read: () => true,
  },
  yes: {
    syntax: '--yes',
    meaning: 'Erase what was found; without it, the command only says what it would erase',
    read: () => true,
  },
  repair: {
    syntax: '--repair',
    meaning: 'Fix what verify finds; without it, verify only says what it would do',
    read: () => true,
  },
  date: {
    syntax: '--date <date>',
    meaning: `The day to refresh for; without --dry-run, at most today, with --local ${LOCAL_DAYS_AHEAD} days ahead`,
    defaultText: 'today in TIME_ZONE',
    rule: 'a date such as 2030-12-31',
    read: (text) => (isDate(text) ? text : undefined),
  },
  file: {
    syntax: '<file>',
    meaning: 'A file of jobs: .jsonl with one JSON object on each line, or .csv',
    rule: 'the name of a file that ends in .jsonl or .csv',
    read: (text) => (isJobFile(text) ? text : undefined),
  },
  from: {
    syntax: '--from <table>',
    meaning: 'The table that was in use until now, whose numbers, employers and keys are taken over',
    defaultText: 'numbers go on after a wide gap, and employers and keys stay as they are',
    rule: 'the name of a table',
    read: (text) => (/^[\w.-]{3,255}$/.test(text) ? text : undefined),
  },
  url: {
    syntax: '--url <url>',
    meaning: 'The URL of the service, with the version',
    defaultText: 'that of --local or --stage',
    rule: 'a URL such as https://jobs.example.com/api/v1.1',
    read: (text) => (/^https?:/.test(text) && URL.canParse(text) ? text : undefined),
  },
  dryRun: {
    syntax: '--dry-run',
    meaning: 'Only print what would be done',
    read: () => true,
  },
} as const satisfies Record<string, Parameter>;

export const STAGE = {
  syntax: '--stage <name>',
  meaning: 'Work on a stage that is deployed in AWS, such as prod',
  rule: 'the name of a stage such as prod',
  read: (text) => (/^[a-z][\da-z-]{0,40}$/i.test(text) ? text : undefined),
} as const satisfies Parameter;

export const BY = {
  syntax: '--by <name>',
  meaning:
    'Your name, which events and the log of the operator tell; otherwise that of the user of this machine',
  rule: `${oneLine} that is not blank`,
  read: parseLine,
} as const satisfies Parameter;

type Parameters = typeof parameters;
export type ParameterName = keyof Parameters;
export type Value<Name extends ParameterName> = Exclude<ReturnType<Parameters[Name]['read']>, undefined>;
