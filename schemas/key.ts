import type { FromSchema } from 'json-schema-to-ts';
import { EMPLOYER_NAME_MAX, INT32_MAX } from './limits.ts';
import { listOf, objectOf } from './object.ts';
import { permissions } from './permission.ts';

/** The maximum number of API keys of an employer or a partner. */
export const MAX_KEYS = 10;

const instant = { type: 'string', format: 'date-time' } as const;
const pastInstant = { ...instant, type: ['string', 'null'], readOnly: true } as const;

/** The creator of a key or a webhook; null if unknown. */
export const Creator = {
  $id: 'Creator',
  type: ['object', 'null'],
  properties: {
    type: { type: 'string', enum: ['employer', 'partner', 'operator'] },
    id: { type: ['integer', 'null'], minimum: 1, maximum: INT32_MAX },
  },
  required: ['type', 'id'],
  additionalProperties: false,
  readOnly: true,
} as const;

/** The permissions of a key; null for all, including those of later versions. */
const keyPermissions = {
  type: ['array', 'null'],
  minItems: 1,
  maxItems: permissions.length,
  items: { type: 'string', enum: permissions },
} as const;

const properties = {
  id: { type: 'string', readOnly: true },
  label: { type: ['string', 'null'], maxLength: EMPLOYER_NAME_MAX, format: 'line', readOnly: true },
  permissions: { ...keyPermissions, readOnly: true },
  createdAt: { ...instant, readOnly: true },
  createdBy: Creator,
  lastUsedAt: pastInstant,
  expiresAt: pastInstant,
  current: { type: 'boolean', readOnly: true },
} as const;

const settings = {
  label: { type: 'string', minLength: 1, maxLength: EMPLOYER_NAME_MAX, format: 'line' },
  expiresAt: { type: ['string', 'null'], format: 'date-time' },
} as const;

/** An API key. The service stores only its hash. */
export const KeyRecord = objectOf('KeyRecord', properties);

export const KeyList = objectOf('KeyList', { data: listOf(KeyRecord) });

/** The body that creates an API key (guide: authentication 5 and 6). */
export const KeyCreate = objectOf('KeyCreate', { ...settings, permissions: keyPermissions }, ['label']);

/** A new key (guide: authentication 5 and 6). Only this response shows it. */
export const NewKey = objectOf('NewKey', { ...properties, key: { type: 'string' } });

/** Only the fields that are sent are changed (guide: authentication 3 and 8). */
export const KeyUpdate = objectOf('KeyUpdate', { ...properties, ...settings }, []);

export type KeyRecord = FromSchema<typeof KeyRecord>;
export type KeyCreate = FromSchema<typeof KeyCreate>;
