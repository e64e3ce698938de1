/** A calendar date, `YYYY-MM-DD`. It is never converted to a time (guide: first-job 7 and 8). */
export type CalendarDate = string;

const DAY_MILLIS = 86_400_000;

const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    // Swedish dates have the form YYYY-MM-DD.
    calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    calendars.set(timeZone, calendar);
  }
  return calendar;
}

/** The date at a given time in a time zone (IANA name). */
export const dateOf = (instant: Date, timeZone: string): CalendarDate => calendarOf(timeZone).format(instant);

/** The date a number of days later, or earlier if negative. UTC has no daylight saving time: every day has 24 hours. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const later = new Date(0);
  later.setUTCFullYear(year, month - 1, day + days);
  return later.toISOString().slice(0, -'T00:00:00.000Z'.length);
}

/** Whether a text is a real calendar date: `2026-02-30` is not. */
export const isCalendarDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text;

/** The number of days from the first date to the second; negative if the second is earlier. */
export const daysBetween = (first: CalendarDate, second: CalendarDate): number =>
  (Date.parse(second) - Date.parse(first)) / DAY_MILLIS;

/**
 * Whether a date is before today. Calls `today` only when it matters: in every time zone the date differs from the date
 * in UTC by at most one day.
 */
export function hasPassed(date: CalendarDate, now: Date, today: () => CalendarDate): boolean {
  const daysAgo = Math.floor(now.getTime() / DAY_MILLIS) - Date.parse(date) / DAY_MILLIS;
  return daysAgo > 1 || (daysAgo > -1 && date < today());
}

const offsets = new Map<string, Intl.DateTimeFormat>();

function offsetsOf(timeZone: string): Intl.DateTimeFormat {
  let format = offsets.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    offsets.set(timeZone, format);
  }
  return format;
}

/** The offset of a time zone from UTC at a given time: `-07:00`, or `+00:00`. */
function offsetAt(instant: Date, timeZone: string): string {
  const parts = offsetsOf(timeZone).formatToParts(instant);
  const { value: name = '' } = parts.find(({ type }) => type === 'timeZoneName') ?? {};
  return name.replace('GMT', '').replace(/^$/, '+00:00');
}

/** The first instant of a date in a time zone. */
export function startOfDay(date: CalendarDate, timeZone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // The instant depends on the offset, and the offset on the instant. They disagree only at a daylight saving change.
  const startBy = (near: number) => {
    const offset = offsetAt(new Date(near), timeZone);
    const start = new Date(`${date}T00:00:00${offset}`);
    return { start, isRight: offsetAt(start, timeZone) === offset };
  };
  const before = startBy(midnight - DAY_MILLIS);
  const after = startBy(midnight + DAY_MILLIS);
  // When midnight occurs twice, the date begins at the first one; when midnight is skipped, at the clock change.
  return before.isRight || !after.isRight ? before.start : after.start;
}

/** The last second of a date in a time zone, in ISO 8601 with the offset from UTC at that time. */
export function endOfDay(date: CalendarDate, timeZone: string): string {
  const end = startOfDay(addDays(date, 1), timeZone).getTime() - 1_000;
  const offset = offsetAt(new Date(end), timeZone);
  const local = new Date(end - Date.parse(`1970-01-01T00:00:00${offset}`));
  return `${local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}${offset}`;
}

/** The calendar date of an instant, in UTC. */
export const utcDayOf = (instant: Date): CalendarDate => instant.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The end of a day in UTC, in seconds since 1970. */
export const endOfUtcDay = (day: CalendarDate): number => Date.parse(addDays(day, 1)) / 1_000;

/**
 * Converts a time (a number is in milliseconds) to whole seconds since 1970, the precision of HTTP dates and of
 * DynamoDB's time to live.
 */
export const toUnixSeconds = (instant: Date | number): number => Math.floor(instant.valueOf() / 1_000);
