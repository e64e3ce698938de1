import { positionTypes } from '../../schemas/reference-data.ts';
import { operationHandler } from '../http/chain.ts';
import { constantServicesFor } from './services.ts';

export const handler = operationHandler('listPositionTypes', constantServicesFor, () => ({
  body: { data: positionTypes },
}));
