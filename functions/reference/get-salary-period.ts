import { salaryPeriods } from '../../schemas/reference-data.ts';
import { endpoint } from '../http/chain.ts';
import { constantServicesFor } from './services.ts';

/** Interface 4.1. */
export const handler = endpoint('getSalaryPeriod', constantServicesFor, ({ id, found }) => ({
  body: found(salaryPeriods.find((entry) => entry.id === id)),
}));
