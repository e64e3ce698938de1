import { salaryPeriods } from '../../schemas/reference-data.ts';
import { operationHandler } from '../http/chain.ts';
import { constantServicesFor } from './services.ts';

export const handler = operationHandler('getSalaryPeriod', constantServicesFor, ({ id, found }) => ({
  body: found(salaryPeriods.find((entry) => entry.id === id)),
}));
