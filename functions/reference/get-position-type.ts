import { positionTypes } from '../../schemas/reference-data.ts';
import { operationHandler } from '../http/chain.ts';
import { constantServicesFor } from './services.ts';

export const handler = operationHandler('getPositionType', constantServicesFor, ({ id, found }) => ({
  body: found(positionTypes.find((entry) => entry.id === id)),
}));
