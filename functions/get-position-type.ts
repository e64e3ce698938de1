import { positionTypes } from '../schemas/reference-data.ts';
import { fixedEntry } from './fixed-list.ts';

/** Specification 4.6; notes, "Reference data". */
export const handler = fixedEntry('getPositionType', positionTypes);
