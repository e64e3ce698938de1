import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

interface StandIn {
  /** Below node_modules. */
  module: string;
  /** What takes its place; without it, its own code, reduced. */
  code: string | ((source: string) => string);
}

const throwing = (sentence: string) =>
  `throw new Error(${JSON.stringify(`A bundle does not hold ${sentence}`)});`;

/** Modules that every bundle would hold and no function uses, and what takes their place. */
const standIns: StandIn[] = [
  {
    // Lambda gives the account in the environment; profiles, SSO, containers and instances are for other places.
    module: '@aws-sdk/credential-provider-node/dist-es/index.js',
    code: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  },
  {
    // No operation of DynamoDB's own API streams.
    module: '@smithy/core/dist-es/submodules/event-streams/index.js',
    code: `module.exports = {}; ${throwing('event streams.')}`,
  },
  {
    // For a Node.js without node:crypto.
    module: '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js',
    code: `export class Sha256Js { constructor() { ${throwing('SHA-256 without node:crypto.')} } }`,
  },
  {
    // Retries are the database's own (functions/store/client.ts).
    module: '@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js',
    code: `export class AdaptiveRetryStrategy { constructor() { ${throwing('the retry mode "adaptive".')} } }`,
  },
  {
    // For the defaults mode "auto" outside of Lambda.
    module:
      '@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js',
    code: 'export const getInstanceMetadataRegion = async () => undefined;',
  },
  {
    // Lambda has no ~/.aws/config; every setting of the SDK comes from the environment or has a default.
    module: '@smithy/core/dist-es/submodules/config/node-config-provider/fromSharedConfigFiles.js',
    code: `
      import { CredentialsProviderError } from '../property-provider/CredentialsProviderError';
      export const fromSharedConfigFiles = () => async () => {
        throw new CredentialsProviderError('A bundle reads no ~/.aws/config.');
      };`,
  },
  {
    // Endpoint discovery is off, and DynamoDB gives one endpoint a region: there is nothing to evict.
    module: 'mnemonist/lru-cache.js',
    code: 'export default class extends Map { constructor() { super(); } peek(key) { return this.get(key); } }',
  },
  {
    // The client tells DynamoDB its version.
    module: '@aws-sdk/client-dynamodb/package.json',
    code: (source) =>
      `export default ${JSON.stringify({ version: (JSON.parse(source) as { version: string }).version })};`,
  },
  {
    // sanitize-html reads style attributes with it where they are allowed, and removes one that it cannot read.
    module: 'postcss/lib/postcss.js',
    code: `exports.parse = () => { ${throwing('a parser of style attributes.')} };`,
  },
];

/** A module's path below the last node_modules that holds it, with slashes. */
const belowModules = (path: string) => path.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '');

/** Puts the stand-ins into the bundles. Fails when one of them stands in for nothing any more. */
export const replaceUnused: Plugin = {
  name: 'stand-ins',
  setup: (build) => {
    const byModule = new Map(standIns.map((standIn) => [standIn.module, standIn]));
    const left = new Set(byModule.keys());
    build.onLoad({ filter: /[\\/]node_modules[\\/]/ }, async ({ path }) => {
      const standIn = byModule.get(belowModules(path));
      if (!standIn) return undefined;
      left.delete(standIn.module);
      const { code } = standIn;
      return {
        contents: typeof code === 'string' ? code : code(await readFile(path, 'utf8')),
        loader: 'js',
      };
    });
    build.onEnd(({ errors }) =>
      errors.length > 0
        ? undefined
        : {
            errors: [...left].map((module) => ({ text: `No bundle holds ${module}: it needs no stand-in.` })),
          },
    );
  },
};
