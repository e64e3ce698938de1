import { loadBundle, loadFunction } from '../../bin/modules.ts';
import { withOwnPermissions } from './permission-watch.ts';

/** Whether the suites test bundles. These contain their own AWS clients and constants, which no suite can replace. */
export const isBundled = process.env['HANDLERS'] === 'bundles';

const load = isBundled ? loadBundle : loadFunction;

/**
 * What the suites test: the sources, or with HANDLERS=bundles what `cdk deploy` would deploy; with time limits that a
 * busy machine does not reach.
 */
export const deployment = {
  handlers: async (functionName: string) => withOwnPermissions(functionName, await load(functionName)),
  functionMillis: 120_000,
  requestMillis: 120_000,
};
