import type { Metafile } from 'esbuild';
import { CHECKS } from './validators-ahead.ts';

type Inputs = Metafile['outputs'][string]['inputs'];

const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** The origin of a module in a bundle: a package, the compiled checks, or the project's own code. */
const originOf = (module: string): string =>
  packageName.exec(module)?.[1] ?? (module.startsWith(CHECKS) ? 'compiled checks' : 'own code');

/** The bytes in a bundle by origin, largest first. */
export function bytesByOrigin(inputs: Inputs): Record<string, number> {
  const bytes = new Map<string, number>();
  for (const [module, { bytesInOutput }] of Object.entries(inputs)) {
    const origin = originOf(module);
    bytes.set(origin, (bytes.get(origin) ?? 0) + bytesInOutput);
  }
  const present = [...bytes].filter(([, size]) => size > 0);
  return Object.fromEntries(present.toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b, 'en')));
}

/** The modules in a bundle, relative to the project, sorted by name. */
export const modulesIn = (inputs: Inputs): string[] =>
  Object.entries(inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([module]) => module)
    .toSorted();
