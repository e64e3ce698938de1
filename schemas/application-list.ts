import type { FromSchema } from 'json-schema-to-ts';
import { ApplicationRecord, ApplicationState } from './application.ts';
import { CursorPaging } from './list.ts';

/** Interface 12.3: applications after the one with this id, in one state if one is given. */
export const ListApplicationsQuery = {
  $id: 'ListApplicationsQuery',
  type: 'object',
  properties: { after: { type: 'string', maxLength: 64 }, state: ApplicationState },
  required: [],
  additionalProperties: false,
} as const;

const data = { type: 'array', items: ApplicationRecord } as const;

export const ApplicationList = {
  $id: 'ApplicationList',
  type: 'object',
  properties: { data, paging: CursorPaging },
  required: ['data', 'paging'],
  additionalProperties: false,
} as const;

export const JobApplicationList = {
  $id: 'JobApplicationList',
  type: 'object',
  properties: { clicks: { type: 'integer', minimum: 0 }, data, paging: CursorPaging },
  required: ['clicks', 'data', 'paging'],
  additionalProperties: false,
} as const;

export type ListApplicationsQuery = FromSchema<typeof ListApplicationsQuery>;
export type ApplicationList = FromSchema<typeof ApplicationList>;
