import { applicantRoutingTypes, categories, positionTypes, salaryPeriods } from '../reference-data.ts';

/** The lists of reference data whose ids have names, by the schema of their entries. */
export const namedIds: Record<string, readonly { id: number; name: string }[]> = {
  ApplicantRoutingType: applicantRoutingTypes,
  Category: categories,
  PositionType: positionTypes,
  SalaryPeriod: salaryPeriods,
};
