import { applicantRoutingTypes } from '../schemas/reference-data.ts';
import { fixedList } from './fixed-list.ts';

/** Interface 4.1. */
export const handler = fixedList('listApplicantRoutingTypes', applicantRoutingTypes);
