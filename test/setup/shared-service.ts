import { afterAll } from '@jest/globals';
import { serviceAt } from './service-at.ts';

/**
 * The service that suites share: for all that leave its clock, settings and log alone, and whose table has other
 * suites' employers too.
 */
export function sharedService() {
  const { disconnect, ...service } = serviceAt(process.env['SHARED_SERVICE'] ?? '');
  afterAll(disconnect);
  return service;
}
