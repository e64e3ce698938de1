import { objectOf } from './object.ts';
import { warnings, type WarningCode } from './violations.ts';

/** Interface 6.4: what did not fail a request but is worth knowing. */
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
