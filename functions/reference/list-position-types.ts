import { positionTypes } from '../../schemas/reference-data.ts';
import { endpoint } from '../http/chain.ts';
import { constantServicesFor } from './services.ts';

/** Interface 4.1. */
export const handler = endpoint('listPositionTypes', constantServicesFor, () => ({
  body: { data: positionTypes },
}));
