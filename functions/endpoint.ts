import { endpointWith } from './http/chain.ts';
import { servicesFor } from './services.ts';

/** Makes the Lambda handler of an operation that works with the table and writes jobs. */
export const endpoint = endpointWith(servicesFor);
