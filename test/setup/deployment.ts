import { loadFunction } from '../../bin/local/gateway.ts';
import { findRoute } from '../../bin/local/routes.ts';
import { recordFunctions } from '../../bin/local/record-functions.ts';
import { scheduledCalls } from '../../bin/local/schedule.ts';
import { synthesised } from '../../bin/local/synthesised.ts';

/**
 * What the suites test: the sources, or with HANDLERS=bundles what `cdk deploy` would deploy; with time limits that a
 * busy machine does not reach.
 */
export const deployment = {
  ...(process.env['HANDLERS'] === 'bundles'
    ? synthesised()
    : { handlers: loadFunction, findRoute, scheduled: scheduledCalls, recordFunctions }),
  functionMillis: 120_000,
  requestMillis: 120_000,
};
