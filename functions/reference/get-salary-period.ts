import { salaryPeriods } from '../../schemas/reference-data.ts';
import { operationHandler } from '../http/chain.ts';
import { constantServicesFor } from './services.ts';

/** Section 4.1 of docs/interface.md. */
export const handler = operationHandler('getSalaryPeriod', constantServicesFor, ({ id, found }) => ({
  body: found(salaryPeriods.find((entry) => entry.id === id)),
}));
