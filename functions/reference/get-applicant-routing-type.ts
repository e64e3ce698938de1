import { applicantRoutingTypes } from '../../schemas/reference-data.ts';
import { operationHandler } from '../http/chain.ts';
import { constantServicesFor } from './services.ts';

export const handler = operationHandler('getApplicantRoutingType', constantServicesFor, ({ id, found }) => ({
  body: found(applicantRoutingTypes.find((entry) => entry.id === id)),
}));
