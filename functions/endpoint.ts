import { endpointWith } from './http/chain.ts';
import { servicesFor } from './services.ts';

/** Makes the Lambda handler of an operation that works with the table. */
export const endpoint = endpointWith(servicesFor);
