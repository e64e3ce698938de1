import { addDays } from '../../functions/domain/calendar.ts';
import { employerIdOf } from '../../functions/domain/api-key.ts';
import { EMPLOYER_NAME_MAX, plans } from '../../functions/domain/employer.ts';
import { INT32_MAX } from '../../schemas/limits.ts';

export interface Parameter {
  /** How it is written on the command line; without a value it is a flag. */
  written: string;
  meaning: string;
  /** What a value must be. */
  rule?: string;
  read: (text: string, now: Date) => unknown;
}

const linePattern = new RegExp(`^[^\\p{Cc}\\u2028\\u2029]{1,${EMPLOYER_NAME_MAX}}$`, 'u');

const line = (text: string) => (linePattern.test(text) && text.trim() !== '' ? text : undefined);

const employerId = (text: string) =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= INT32_MAX ? Number(text) : undefined;

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const instantPattern = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Rolls 30 February over to March, which tells it from a real date. */
const isDate = (text: string) => datePattern.test(text) && addDays(text, 0) === text;

const startOf = (date: string) => new Date(`${date}T00:00:00Z`);

/** The instant at which a key ends, in ISO 8601. A date ends with its last moment in UTC. */
function expiry(text: string, now: Date): string | undefined {
  const date = instantPattern.exec(text)?.[1] ?? text;
  if (!isDate(date)) return undefined;
  const end = date === text ? startOf(addDays(date, 1)) : new Date(text);
  return end > now ? end.toISOString() : undefined;
}

const oneLine = `1 to ${EMPLOYER_NAME_MAX} characters on one line`;

/** The longest that a key goes on working beside its successor, in days. */
const OVERLAP_MAX = 7;

const days = (text: string) => (/^\d$/.test(text) && Number(text) <= OVERLAP_MAX ? Number(text) : undefined);

/** Everything that a command line can say, beside the command itself. */
export const parameters = {
  id: {
    written: '<id>',
    meaning: "The employer's id",
    rule: 'an employer id such as 1',
    read: employerId,
  },
  keyId: {
    written: '<keyId>',
    meaning: "The key's id, which key list shows",
    rule: 'a key id such as 1-k7f3q9x2',
    read: (text) => (employerIdOf(text) === undefined ? undefined : text),
  },
  employer: {
    written: '--employer <id>',
    meaning: 'The employer whose keys they are, or who alone is verified',
    rule: 'an employer id such as 1',
    read: employerId,
  },
  name: {
    written: '--name <name>',
    meaning: `The employer's name, ${oneLine}`,
    rule: `${oneLine} that is not blank`,
    read: line,
  },
  plan: {
    written: '--plan <plan>',
    meaning: `${plans.join(' or ')}; a new employer is on ${plans[0]}`,
    rule: plans.join(' or '),
    read: (text) => plans.find((plan) => plan === text),
  },
  label: {
    written: '--label <label>',
    meaning: `What the key is for, ${oneLine}`,
    rule: `${oneLine} that is not blank`,
    read: line,
  },
  expires: {
    written: '--expires <date>',
    meaning: 'The last day (UTC) on which the key works, or the instant at which it ends; never without it',
    rule: 'a date from today on such as 2030-12-31, or an instant to come such as 2030-12-31T18:00:00Z',
    read: expiry,
  },
  overlap: {
    written: '--overlap <days>',
    meaning: `How long the old key goes on working, in days, at most ${OVERLAP_MAX}; 1 without it`,
    rule: `a whole number from 0 to ${OVERLAP_MAX}`,
    read: days,
  },
  repair: {
    written: '--repair',
    meaning: 'Mends what verify finds; without it verify only says what it would do',
    read: () => true,
  },
  date: {
    written: '--date <date>',
    meaning: 'The day to work as if on; today in TIME_ZONE without it',
    rule: 'a date such as 2030-12-31',
    read: (text) => (isDate(text) ? text : undefined),
  },
  dryRun: {
    written: '--dry-run',
    meaning: 'Only tells what would be done',
    read: () => true,
  },
} as const satisfies Record<string, Parameter>;

type Parameters = typeof parameters;
export type ParameterName = keyof Parameters;
export type Value<Name extends ParameterName> = Exclude<ReturnType<Parameters[Name]['read']>, undefined>;
