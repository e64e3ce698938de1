import { categories } from '../schemas/reference-data.ts';
import { fixedList } from './fixed-list.ts';

/** Specification 4.6; notes, "Reference data". */
export const handler = fixedList('listJobCategories', categories);
