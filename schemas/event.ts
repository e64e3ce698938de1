import type { FromSchema } from 'json-schema-to-ts';
import { ApplicationRecord, ApplicationState, type FailureCode } from './application.ts';
import { JobRecord } from './job.ts';
import { INT32_MAX } from './limits.ts';

/** What can happen to a job or an application (interface 13.1). */
export const EventType = {
  $id: 'EventType',
  type: 'string',
  enum: [
    'job.created',
    'job.updated',
    'job.refreshed',
    'job.deleted',
    'application.received',
    'application.delivered',
    'application.failed',
    'application.erased',
  ],
} as const;

/** Who makes a change: a request, a schedule, an operator, a candidate, or what became of a mail. */
export const ActorType = {
  $id: 'ActorType',
  type: 'string',
  enum: ['key', 'schedule', 'operator', 'candidate', 'mail'],
} as const;

/** Why a mail did not arrive or was not welcome, in words of the service: what a mail server says may be personal. */
export const failureReasons = {
  address_refused: 'There is no such mailbox, or it takes no mail from the service.',
  mailbox_full: 'The mailbox is full.',
  mail_refused: 'The mail itself was refused, for example because it is too large.',
  undelivered: 'The mail did not arrive in all attempts.',
  complaint: 'Somebody marked the mail as unwanted.',
} as const satisfies Record<FailureCode, string>;

const { id: _, employer: __, postingUrl: ___, description: ____, ...told } = JobRecord.properties;

type ToldField = keyof typeof told;

/** The fields of a job whose old and new values an update tells: what a client can write, and publishDate. */
export const toldFields = Object.keys(told) as ToldField[];

/** The name of the schema of a field's change. */
export const changeName = (field: string) =>
  `${field.replace(/^./, (letter) => letter.toUpperCase())}Change` as const;

const changeOf = <Value>(field: string, value: Value) => ({
  $id: changeName(field),
  type: 'object' as const,
  properties: { from: value, to: value },
  required: ['from', 'to'] as const,
  additionalProperties: false as const,
});

type Told = { [Field in ToldField]: ReturnType<typeof changeOf<(typeof told)[Field]>> };

/** Of a description only that it changed: it may be long. */
const DescriptionChange = {
  $id: 'DescriptionChange',
  type: 'object',
  properties: { changed: { type: 'boolean', enum: [true] } },
  required: ['changed'],
  additionalProperties: false,
} as const;

/** What an update changed, by field. Empty where that is no longer known. */
export const JobChanges = {
  $id: 'JobChanges',
  type: 'object',
  properties: {
    ...(Object.fromEntries(toldFields.map((field) => [field, changeOf(field, told[field])])) as Told),
    description: DescriptionChange,
  },
  additionalProperties: false,
} as const;

const number = { type: 'integer', minimum: 1, maximum: INT32_MAX } as const;

/** What happened, to which job, and by whom. Nothing that a candidate typed. */
const EventData = {
  $id: 'EventData',
  type: 'object',
  properties: {
    job: {
      $id: 'EventJob',
      type: 'object',
      properties: { id: number, referenceId: told.referenceId },
      required: ['id', 'referenceId'],
      additionalProperties: false,
    },
    application: {
      $id: 'EventApplication',
      type: 'object',
      properties: { id: ApplicationRecord.properties.id, state: ApplicationState },
      required: ['id', 'state'],
      additionalProperties: false,
    },
    version: number,
    changes: JobChanges,
    failure: {
      $id: 'EventFailure',
      type: 'object',
      properties: {
        code: { type: 'string', enum: Object.keys(failureReasons) as FailureCode[] },
        reason: { type: 'string' },
      },
      required: ['code', 'reason'],
      additionalProperties: false,
    },
    by: {
      $id: 'Actor',
      type: 'object',
      properties: { type: ActorType, id: { type: 'string' }, label: { type: 'string' } },
      required: ['type'],
      additionalProperties: false,
    },
  },
  required: ['job', 'by'],
  additionalProperties: false,
} as const;

/** A change that was committed (interface 13.1). Its id is its number among the events of its employer. */
export const Event = {
  $id: 'Event',
  type: 'object',
  properties: {
    id: number,
    // Also that of the event by which a webhook is tried (interface 14.7).
    type: { type: 'string', enum: [...EventType.enum, 'webhook.test'] },
    timestamp: { type: 'string', format: 'date-time' },
    data: EventData,
  },
  required: ['id', 'type', 'timestamp', 'data'],
  additionalProperties: false,
} as const;

const limit = { type: 'integer', minimum: 1, maximum: 100, default: 100 } as const;

/** Interface 13.2: the events after the one with this id, of some types if any are given. */
export const ListEventsQuery = {
  $id: 'ListEventsQuery',
  type: 'object',
  properties: {
    after: { type: 'integer', minimum: 0, maximum: INT32_MAX, default: 0 },
    types: { type: 'array', items: EventType, separator: ',' },
    limit,
  },
  required: ['after', 'limit'],
  additionalProperties: false,
} as const;

/** Interface 13.3: the events about a job before the one with this id. */
export const JobHistoryQuery = {
  $id: 'JobHistoryQuery',
  type: 'object',
  properties: { before: number, limit },
  required: ['limit'],
  additionalProperties: false,
} as const;

const listOf = <const Id extends string, const Paging extends object>($id: Id, paging: Paging) =>
  ({
    $id,
    type: 'object',
    properties: { data: { type: 'array', items: Event }, paging },
    required: ['data', 'paging'],
    additionalProperties: false,
  }) as const;

const more = { type: 'boolean' } as const;

/** Interface 13.2: events, oldest first. `next` is there at the end, too: more will come. */
export const EventList = listOf('EventList', {
  $id: 'EventPaging',
  type: 'object',
  properties: { next: { type: 'string' }, more, latest: { type: 'integer', minimum: 0 } },
  required: ['next', 'more', 'latest'],
  additionalProperties: false,
});

/** Interface 13.3: the events about a job, newest first. */
export const EventHistory = listOf('EventHistory', {
  $id: 'HistoryPaging',
  type: 'object',
  properties: { next: { type: ['string', 'null'] }, more },
  required: ['next', 'more'],
  additionalProperties: false,
});

export type EventType = FromSchema<typeof EventType>;
export type ActorType = FromSchema<typeof ActorType>;
export type Event = FromSchema<typeof Event>;
export type EventList = FromSchema<typeof EventList>;
export type EventHistory = FromSchema<typeof EventHistory>;
export type ListEventsQuery = FromSchema<typeof ListEventsQuery>;
export type JobHistoryQuery = FromSchema<typeof JobHistoryQuery>;
