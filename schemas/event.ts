import type { FromSchema } from 'json-schema-to-ts';
import { applicationId } from './application-record.ts';
import { ApplicationStage, ApplicationState, type FailureCode } from './application.ts';
import { JobRecord } from './job.ts';
import { INT32_MAX } from './limits.ts';
import { listOf, objectOf } from './object.ts';

/**
 * The types of events about jobs, applications, and accounts with their keys and webhooks (guide: follow-changes 1 to
 * 6).
 */
export const EventType = {
  $id: 'EventType',
  type: 'string',
  enum: [
    'job.created',
    'job.updated',
    'job.refreshed',
    'job.deleted',
    'application.received',
    'application.updated',
    'application.delivered',
    'application.failed',
    'application.erased',
    'key.created',
    'key.updated',
    'key.revoked',
    'profile.updated',
    'webhook.created',
    'webhook.updated',
    'webhook.disabled',
    'webhook.skipped',
    'webhook.deleted',
    'employer.created',
    'employer.updated',
    'employer.suspended',
    'employer.resumed',
    'employer.deletion_requested',
    'employer.moved',
    'employer.deleted',
  ],
} as const;

/**
 * The origin of a change: a request, a schedule, an operator, a candidate, a recruiter through a mail link, or the
 * delivery result of a mail.
 */
export const ActorType = {
  $id: 'ActorType',
  type: 'string',
  enum: ['key', 'schedule', 'operator', 'candidate', 'recruiter', 'mail'],
} as const;

/**
 * Why a mail did not arrive or was not welcome, in the service's own words: a mail server's text may contain personal
 * data.
 */
export const failureReasons = {
  address_refused: 'There is no such mailbox, or it takes no mail from the service.',
  mailbox_full: 'The mailbox is full.',
  mail_refused: 'The mail itself was refused, for example because it is too large.',
  undelivered: 'The mail did not arrive in all attempts.',
  complaint: 'Somebody marked the mail as unwanted.',
  suspended: 'The account was suspended first.',
} as const satisfies Record<FailureCode, string>;

/** Job fields whose events only say that they changed, because their values may be long. */
export const longFields = ['description', 'translations', 'questions'] as const;

type LongField = (typeof longFields)[number];

const isLong = (field: string) => (longFields as readonly string[]).includes(field);

const {
  id: _,
  employer: __,
  postingUrl: ___,
  createdAt: ____,
  updatedAt: _____,
  ...changing
} = JobRecord.properties;

type ChangingField = Exclude<keyof typeof changing, LongField>;

/** Job fields whose old and new values an update event contains: the writable ones and publishDate. */
export const changingFields = Object.keys(changing).filter((field) => !isLong(field)) as ChangingField[];

/** The name of a field's schema. */
export const typeName = (field: string) => field.replace(/^./, (letter) => letter.toUpperCase());

/** The name of the schema of a field's change. */
export const changeName = (field: string) => `${typeName(field)}Change` as const;

const changeOf = <Value>(field: string, value: Value) =>
  objectOf(changeName(field), { from: value, to: value });

type Changes = { [Field in ChangingField]: ReturnType<typeof changeOf<(typeof changing)[Field]>> };

const longChangeOf = (field: string) =>
  objectOf(changeName(field), { changed: { type: 'boolean', enum: [true] } });

type LongChanges = Record<LongField, ReturnType<typeof longChangeOf>>;

/** Changes of an application: its stage, and its state if the employer changes it. */
const applicationChanges = {
  stage: changeOf('stage', ApplicationStage),
  state: changeOf('state', ApplicationState),
} as const;

/** Application fields whose old and new values an update event contains. */
export const changingOfApplications = ['stage', 'state'] as const;

/** The changes of an update, by field. Empty if they are no longer known. */
export const JobChanges = objectOf(
  'JobChanges',
  {
    ...(Object.fromEntries(
      changingFields.map((field) => [field, changeOf(field, changing[field])]),
    ) as Changes),
    ...(Object.fromEntries(longFields.map((field) => [field, longChangeOf(field)])) as LongChanges),
    ...applicationChanges,
  },
  [],
);

/**
 * Why the service disabled a webhook: its receiver returned 410, all attempts failed, or the next event is no longer in
 * the log.
 */
export const DisabledReason = {
  type: ['string', 'null'],
  enum: ['gone', 'failed', 'events_expired', null],
} as const;

const number = { type: 'integer', minimum: 1, maximum: INT32_MAX } as const;

/** The type, the subject and the actor of an event. It contains no text of a candidate and no value of a profile. */
const EventData = objectOf(
  'EventData',
  {
    job: objectOf('EventJob', { id: number, referenceId: changing.referenceId }),
    application: objectOf('EventApplication', { id: applicationId, state: ApplicationState }),
    version: number,
    changes: JobChanges,
    fields: listOf({ type: 'string' }),
    key: objectOf(
      'EventKey',
      {
        id: { type: 'string' },
        label: { type: ['string', 'null'] },
        permissions: { type: 'array', items: { type: 'string' } },
      },
      ['id', 'label'],
    ),
    webhook: objectOf('EventWebhook', { id: number, reason: DisabledReason }),
    skipped: objectOf('SkippedEvent', { employer: number, event: number }),
    failure: objectOf('EventFailure', {
      code: { type: 'string', enum: Object.keys(failureReasons) as FailureCode[] },
      reason: { type: 'string' },
    }),
    by: objectOf(
      'Actor',
      {
        type: ActorType,
        id: { type: 'string' },
        label: { type: 'string' },
        name: { type: 'string' },
        partner: {
          ...objectOf('ActingPartner', { id: number, name: { type: 'string' } }),
          type: ['object', 'null'],
        },
      },
      ['type'],
    ),
  },
  ['by'],
);

/** A change that was committed (guide: follow-changes 1 to 6). Its id is its number in its log. */
export const Event = objectOf('Event', {
  id: number,
  log: objectOf('EventLog', { employer: number, partner: number }, []),
  // Includes the type of test events (guide: receive-webhooks 9).
  type: { type: 'string', enum: [...EventType.enum, 'webhook.test'] },
  timestamp: { type: 'string', format: 'date-time' },
  employer: objectOf(
    'EventEmployer',
    { id: number, referenceId: changing.referenceId, test: { type: 'boolean' } },
    ['id', 'referenceId'],
  ),
  data: EventData,
});

const limit = { type: 'integer', minimum: 1, maximum: 100, default: 100 } as const;

/**
 * The query for the events after the event with an id, optionally only of some types (guide: follow-changes 7 and 8).
 */
export const ListEventsQuery = objectOf(
  'ListEventsQuery',
  {
    after: { type: 'integer', minimum: 0, maximum: INT32_MAX, default: 0 },
    types: { type: 'array', items: EventType, separator: ',' },
    limit,
  },
  ['after', 'limit'],
);

/** The query for the events about a job before the event with an id (guide: follow-changes 9). */
export const JobHistoryQuery = objectOf('JobHistoryQuery', { before: number, limit }, ['limit']);

const data = listOf(Event);

const more = { type: 'boolean' } as const;

/**
 * Events, oldest first (guide: follow-changes 7 and 8). `next` is also present at the end of the list, because more
 * events will follow.
 */
export const EventList = objectOf('EventList', {
  data,
  paging: objectOf('EventPaging', {
    next: { type: 'string' },
    more,
    latest: { type: 'integer', minimum: 0 },
  }),
});

/** The events about a job, newest first (guide: follow-changes 9). */
export const EventHistory = objectOf('EventHistory', {
  data,
  paging: objectOf('HistoryPaging', { next: { type: ['string', 'null'] }, more }),
});

export type EventType = FromSchema<typeof EventType>;
export type ActorType = FromSchema<typeof ActorType>;
export type Event = FromSchema<typeof Event>;
export type EventList = FromSchema<typeof EventList>;
export type EventHistory = FromSchema<typeof EventHistory>;
export type ListEventsQuery = FromSchema<typeof ListEventsQuery>;
export type JobHistoryQuery = FromSchema<typeof JobHistoryQuery>;
