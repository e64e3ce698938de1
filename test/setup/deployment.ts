import { loadBundle, loadFunction } from '../../bin/modules.ts';

/**
 * What the suites test: the sources, or with HANDLERS=bundles what `cdk deploy` would deploy; with time limits that a
 * busy machine does not reach.
 */
export const deployment = {
  handlers: process.env['HANDLERS'] === 'bundles' ? loadBundle : loadFunction,
  functionMillis: 120_000,
  requestMillis: 120_000,
};
