import { addDays } from '../../functions/platform/time/calendar.ts';
import { employerIdOf } from '../../functions/accounts/domain/api-key.ts';
import { MAX_EMPLOYERS, plans } from '../../functions/accounts/domain/employer.ts';
import { ApplicationState } from '../../schemas/application.ts';
import { JobRecord } from '../../schemas/job.ts';
import { permissions, type Permission } from '../../schemas/permission.ts';
import { EMPLOYER_NAME_MAX, INT32_MAX, REFERENCE_ID_MAX } from '../../schemas/limits.ts';
import { formats } from '../../functions/validation/formats.ts';
import { LOCAL_DAYS_AHEAD } from './auto-refresh.ts';

/** The command that help texts show. With -s, npm prints no lines of its own. */
export const PROGRAM = 'npm run -s admin --';

export interface Parameter {
  /** The form of the parameter on the command line; a form without a value is a flag. */
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
  const parsed = text.split(',').map((name) => permissions.find((permission) => permission === name.trim()));
  return parsed.every((permission) => permission !== undefined) ? parsed : undefined;
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

const parseAddress = (text: string) => (/^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined);

const { maxLength: APPLICATION_EMAIL_MAX } = JobRecord.properties.applicationEmail;

const parseApplicationEmail = (text: string) =>
  formats.email.validate(text) && text.length <= APPLICATION_EMAIL_MAX ? text : undefined;

/** The value of `--partner none`. */
export const NO_PARTNER = 0;

/** A parameter with a value. */
const valued = <T>(
  syntax: string,
  meaning: string,
  rule: string,
  read: (text: string, now: Date) => T,
  defaultText?: string,
) => ({ syntax, meaning, rule, read, ...(defaultText !== undefined && { defaultText }) });

const flag = (syntax: string, meaning: string) => ({ syntax, meaning, read: () => true as const });

const EMPLOYER_ID = 'an employer id such as 1';

export const parameters = {
  id: valued('<id>', "The employer's id", EMPLOYER_ID, parseInt32),
  keyId: valued('<keyId>', "The key's id, which key list shows", 'a key id such as 1-k7f3q9x2', (text) =>
    employerIdOf(text) === undefined ? undefined : text,
  ),
  employer: valued(
    '--employer <id>',
    "The employer's id, which employer list shows",
    EMPLOYER_ID,
    parseInt32,
    'all employers',
  ),
  partner: valued(
    '--partner <id>',
    "The partner's id, which partner list shows, or none",
    'a partner id such as 3, or none',
    (text) => (text === 'none' ? NO_PARTNER : parseInt32(text)),
    'it belongs to no partner',
  ),
  partnerId: valued(
    '<partnerId>',
    "The partner's id, which partner list shows",
    'a partner id such as 3',
    parseInt32,
  ),
  reference: valued(
    '--reference <referenceId>',
    `The partner's own id for the employer, up to ${REFERENCE_ID_MAX} characters on one line`,
    `1 to ${REFERENCE_ID_MAX} characters on one line that are not blank`,
    (text) => (text.length <= REFERENCE_ID_MAX ? parseLine(text) : undefined),
  ),
  test: flag('--test', 'It is there to try the service, for good: not published, and no mail leaves for it'),
  maxEmployers: valued(
    '--max-employers <number>',
    'How many employers the partner may have',
    'a whole number such as 1000',
    parseInt32,
    `${MAX_EMPLOYERS} for a new partner`,
  ),
  deletionRequested: flag(
    '--deletion-requested',
    'Only those whose deletion their partner asked for, the oldest request first',
  ),
  revoke: flag(
    '--revoke',
    'Also revoke the keys and pause the webhooks that the partner made; without it, they are only listed',
  ),
  name: valued(
    '--name <name>',
    `The name of the employer or partner, ${oneLine}`,
    `${oneLine} that is not blank`,
    parseLine,
  ),
  to: valued(
    '--to <folder>',
    'The folder to write into: a new one, an empty one, or that of an earlier export',
    'the name of a folder',
    (text) => (text.trim() === '' ? undefined : text),
  ),
  operator: flag('--operator', 'What the operator did that is in the log of no employer'),
  plan: valued(
    '--plan <plan>',
    plans.join(' or '),
    plans.join(' or '),
    (text) => plans.find((plan) => plan === text),
    `${plans[0]} for a new employer`,
  ),
  label: valued(
    '--label <label>',
    `What the key is for, ${oneLine}`,
    `${oneLine} that is not blank`,
    parseLine,
  ),
  permissions: valued(
    '--permissions <list>',
    `What the key may do, separated by commas: ${permissions.join(', ')}`,
    'permissions such as jobs:write,applications:read',
    parsePermissions,
    'everything',
  ),
  expires: valued(
    '--expires <date>',
    'The last day (UTC) on which the key works, or the instant at which it ends',
    'a date not in the past such as 2030-12-31, or a future instant such as 2030-12-31T18:00:00Z',
    parseExpiry,
    'it never ends',
  ),
  overlap: valued(
    '--overlap <days>',
    `How many days the old key keeps working, at most ${OVERLAP_MAX}`,
    `a whole number from 0 to ${OVERLAP_MAX}`,
    parseDays,
    '1',
  ),
  email: valued(
    '--email <address>',
    "The candidate's e-mail address; letter case does not matter",
    'an e-mail address',
    parseAddress,
  ),
  old: valued(
    '--old <address>',
    'The address to replace; letter case does not matter',
    'an e-mail address',
    parseAddress,
  ),
  new: valued(
    '--new <address>',
    'The address that replaces it',
    `an e-mail address of at most ${APPLICATION_EMAIL_MAX} characters`,
    parseApplicationEmail,
  ),
  state: valued(
    '--state <state>',
    `The state of the applications to list: ${ApplicationState.enum.join(', ')}`,
    ApplicationState.enum.join(', '),
    (text) => ApplicationState.enum.find((state) => state === text),
    'all states',
  ),
  after: valued(
    '--after <event>',
    'The id of the event after which to begin',
    'the id of an event such as 842',
    (text) => (text === '0' ? 0 : parseInt32(text)),
    'the oldest that is kept',
  ),
  job: valued('--job <id>', 'The id of a job, deleted or not', 'a job id such as 7', parseInt32, 'all jobs'),
  yes: flag('--yes', 'Erase what was found; without it, the command only says what it would erase'),
  repair: flag('--repair', 'Fix what verify finds; without it, verify only says what it would do'),
  date: valued(
    '--date <date>',
    `The day to refresh for; without --dry-run, at most today, with --local ${LOCAL_DAYS_AHEAD} days ahead`,
    'a date such as 2030-12-31',
    (text) => (isDate(text) ? text : undefined),
    'today in TIME_ZONE',
  ),
  dryRun: flag('--dry-run', 'Only print what would be done'),
} satisfies Record<string, Parameter>;

export const STAGE = valued(
  '--stage <name>',
  'Work on a stage that is deployed in AWS, such as prod',
  'the name of a stage such as prod',
  (text) => (/^[a-z][\da-z-]{0,40}$/i.test(text) ? text : undefined),
);

export const BY = valued(
  '--by <name>',
  'Your name, which events and the log of the operator tell; otherwise that of the user of this machine',
  `${oneLine} that is not blank`,
  parseLine,
);

type Parameters = typeof parameters;
export type ParameterName = keyof Parameters;
export type Value<Name extends ParameterName> = Exclude<ReturnType<Parameters[Name]['read']>, undefined>;
