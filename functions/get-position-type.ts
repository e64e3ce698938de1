import { positionTypes } from '../schemas/reference-data.ts';
import { fixedEntry } from './fixed-list.ts';

/** Interface 4.1. */
export const handler = fixedEntry('getPositionType', positionTypes);
