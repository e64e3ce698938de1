import { positionTypes } from '../../schemas/reference-data.ts';
import { operationHandler } from '../http/chain.ts';
import { constantServicesFor } from './services.ts';

/** Section 4.1 of docs/interface.md. */
export const handler = operationHandler('listPositionTypes', constantServicesFor, () => ({
  body: { data: positionTypes },
}));
