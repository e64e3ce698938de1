import { objectOf } from './object.ts';
import { warnings, type WarningCode } from './violations.ts';

/** Interface 6.4: a problem that did not fail the request. */
export const Warning = objectOf(
  'Warning',
  {
    code: { type: 'string', enum: Object.keys(warnings) as WarningCode[] },
    pointer: { type: 'string' },
    parameter: { type: 'string' },
    message: { type: 'string' },
    removed: { type: 'string' },
  },
  ['code', 'message'],
);
