import type { PartnerRecord } from '../../../schemas/partner.ts';
import { MAX_EMPLOYERS, type Employer } from './employer.ts';

/** A partner as it sees itself (interface 16.1). */
export const partnerRecord = (
  { id, name, plan, maxEmployers = MAX_EMPLOYERS }: Employer,
  employers: number,
  { contactEmail }: Pick<PartnerRecord, 'contactEmail'>,
): PartnerRecord => ({ id, name, plan, maxEmployers, employers, contactEmail });
