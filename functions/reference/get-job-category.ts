import { categories } from '../../schemas/reference-data.ts';
import { operationHandler } from '../http/chain.ts';
import { constantServicesFor } from './services.ts';

export const handler = operationHandler('getJobCategory', constantServicesFor, ({ id, found }) => ({
  body: found(categories.find((entry) => entry.id === id)),
}));
