import { addDays } from '../../functions/platform/time/calendar.ts';
import { employerIdOf } from '../../functions/accounts/domain/api-key.ts';
import { plans } from '../../functions/accounts/domain/employer.ts';
import { ApplicationState } from '../../schemas/application.ts';
import { JobRecord } from '../../schemas/job.ts';
import { permissions, type Permission } from '../../schemas/permission.ts';
import { EMPLOYER_NAME_MAX, INT32_MAX, REFERENCE_ID_MAX } from '../../schemas/limits.ts';
import { formats } from '../../functions/validation/formats.ts';

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

export const oneLine = `1 to ${EMPLOYER_NAME_MAX} characters on one line`;

/** The longest time that a key may keep working after its successor is issued, in days. */
export const OVERLAP_MAX = 7;

const parseDays = (text: string) =>
  /^\d$/.test(text) && Number(text) <= OVERLAP_MAX ? Number(text) : undefined;

const { maxLength: APPLICATION_EMAIL_MAX } = JobRecord.properties.applicationEmail;

const parseApplicationEmail = (text: string) =>
  formats.email.validate(text) && text.length <= APPLICATION_EMAIL_MAX ? text : undefined;

/** The value of `--partner none`. */
export const NO_PARTNER = 0;

const parseEventId = (text: string) => (text === '0' ? 0 : parseInt32(text));

/** A parser that accepts one of several texts. */
const oneOf =
  <Text extends string>(texts: readonly Text[]) =>
  (text: string) =>
    texts.find((each) => each === text);

/** A parser that accepts a text that matches a pattern. */
const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined);

const line = [`${oneLine} that is not blank`, parseLine] as const;
const address = ['an e-mail address', matching(/^[^\s@]+@[^\s@]+$/)] as const;

/**
 * The values of arguments and options, by name: the rule that error messages quote, and the parser, which returns
 * undefined for a text that breaks the rule. Options without a value are not listed.
 */
export const valueTypes = {
  id: ['an employer id such as 1', parseInt32],
  employer: ['an employer id such as 1', parseInt32],
  partner: [
    'a partner id such as 3, or none',
    (text: string) => (text === 'none' ? NO_PARTNER : parseInt32(text)),
  ],
  partnerId: ['a partner id such as 3', parseInt32],
  keyId: [
    'a key id such as 1-k7f3q9x2',
    (text: string) => (employerIdOf(text) === undefined ? undefined : text),
  ],
  reference: [
    `1 to ${REFERENCE_ID_MAX} characters on one line that are not blank`,
    (text: string) => (text.length <= REFERENCE_ID_MAX ? parseLine(text) : undefined),
  ],
  maxEmployers: ['a whole number such as 1000', parseInt32],
  name: line,
  label: line,
  by: line,
  to: ['the name of a folder', matching(/\S/)],
  plan: [plans.join(' or '), oneOf(plans)],
  permissions: ['permissions such as jobs:write,applications:read', parsePermissions],
  expires: [
    'a date not in the past such as 2030-12-31, or a future instant such as 2030-12-31T18:00:00Z',
    parseExpiry,
  ],
  overlap: [`a whole number from 0 to ${OVERLAP_MAX}`, parseDays],
  email: address,
  old: address,
  new: [`an e-mail address of at most ${APPLICATION_EMAIL_MAX} characters`, parseApplicationEmail],
  state: [ApplicationState.enum.join(', '), oneOf(ApplicationState.enum)],
  after: ['the id of an event such as 842', parseEventId],
  job: ['a job id such as 7', parseInt32],
  date: ['a date such as 2030-12-31', (text: string) => (isDate(text) ? text : undefined)],
  stage: ['the name of a stage such as prod', matching(/^[a-z][\da-z-]{0,40}$/i)],
} as const satisfies Record<string, readonly [rule: string, parse: (text: string, now: Date) => unknown]>;
