import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

const throwing = (missing: string) => `throw new Error('A bundle does not contain ${missing}.');`;

const { version } = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@aws-sdk/client-dynamodb/package.json')), 'utf8'),
) as { version: string };

/**
 * Replacements for modules that functions do not need in full, by path below node_modules and the beginning of the
 * SHA-256 of the file.
 */
const replacements: Record<string, string> = {
  // Lambda provides credentials in the environment.
  '@aws-sdk/credential-provider-node/dist-es/index.js a952aa83':
    "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  // No function uses event streams, but the S3 client configures them.
  '@smithy/core/dist-es/submodules/event-streams/index.js 261c2b96':
    'exports.resolveEventStreamSerdeConfig = (config) => config;',
  // The SDK needs this hash only in a Node.js without node:crypto.
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js 54d26649': `
    export class Sha256Js { constructor() { ${throwing('SHA-256 without node:crypto')} } }`,
  // The SDK needs this only in the retry mode "adaptive".
  '@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js 82696514': `
    export class AdaptiveRetryStrategy { constructor() { ${throwing('the retry mode "adaptive"')} } }`,
  // This middleware only logs, and no client has a logger.
  '@aws-sdk/core/dist-es/submodules/client/middleware-logger/loggerMiddleware.js 0448f287': `
    export let loggerMiddleware, loggerMiddlewareOptions;
    export const getLoggerPlugin = () => ({ applyToStack: () => {} });`,
  // The SDK needs this only in the defaults mode "auto" outside Lambda.
  '@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js da6d439b':
    'export const getInstanceMetadataRegion = async () => undefined;',
  // Lambda has no ~/.aws/config.
  '@smithy/core/dist-es/submodules/config/node-config-provider/fromSharedConfigFiles.js 2a225eb2': `
    import { CredentialsProviderError } from '../property-provider/CredentialsProviderError';
    export const fromSharedConfigFiles = () => async () => {
      throw new CredentialsProviderError('A bundle reads no ~/.aws/config.');
    };`,
  // DynamoDB has one endpoint per region, so endpoints need not be discovered.
  '@aws-sdk/middleware-endpoint-discovery/dist-es/resolveEndpointDiscoveryConfig.js ef776408':
    'export const resolveEndpointDiscoveryConfig = (config) => config;',
  // The SDK's own resolver has rules and partitions of 17 kB.
  '@aws-sdk/client-dynamodb/dist-es/endpoint/endpointResolver.js e701630d': `export * from ${JSON.stringify(
    fileURLToPath(import.meta.resolve('./dynamodb-endpoint.ts')),
  )};`,
  // Omits the registration of these functions, which the clients of S3 and SES repeat.
  '@aws-sdk/core/dist-es/submodules/client/util-endpoints/aws.js e9427ca8': `
    import { isVirtualHostableS3Bucket } from './lib/aws/isVirtualHostableS3Bucket';
    import { parseArn } from './lib/aws/parseArn';
    import { partition } from './lib/aws/partition';
    export const awsEndpointFunctions = { isVirtualHostableS3Bucket, parseArn, partition };`,
  // The client reads only the version in this file, which changes with every update.
  '@aws-sdk/client-dynamodb/package.json': `export default ${JSON.stringify({ version })};`,
  // Every attachment states its type, so the 76 kB of types by file name are not needed.
  'nodemailer/dist/esm/mime-funcs/mime-types.js 44f91f61': `
    export const detectMimeType = () => { ${throwing('types by file name')} };
    export const detectExtension = () => { ${throwing('file names by type')} };`,
  // sanitize-html uses postcss to parse style attributes, which no function allows.
  'postcss/lib/postcss.js 80304467': `exports.parse = () => { ${throwing('a parser of style attributes')} };`,
  // A dependency of sanitize-html uses dayjs to parse dates, which no function needs.
  'dayjs/dayjs.min.js 0198dd0b': `module.exports = () => { ${throwing('a reader of dates')} };`,
};

/** A module's path below the innermost node_modules, with forward slashes. */
const belowModules = (path: string) => path.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '');

const byPath = new Map(
  Object.entries(replacements).map(([key, contents]) => {
    const [path = '', hash] = key.split(' ');
    return [path, { hash, contents }];
  }),
);

/** Replaces modules in bundles. Fails when no bundle contains one of the modules, or when an update changed it. */
export const replacedModules: Plugin = {
  name: 'replaced-modules',
  setup: (build) => {
    const unused = new Set(byPath.keys());
    build.onLoad({ filter: /[\\/]node_modules[\\/]/ }, ({ path }) => {
      const module = belowModules(path);
      const replacement = byPath.get(module);
      if (!replacement) return undefined;
      unused.delete(module);
      const { hash = '', contents } = replacement;
      const current = createHash('sha256').update(readFileSync(path)).digest('hex');
      if (current.startsWith(hash)) return { contents, loader: 'js' };
      const text = `An update changed ${module} (${current.slice(0, 8)}): compare it with its replacement.`;
      return { errors: [{ text }] };
    });
    build.onEnd(({ errors }) => ({
      errors:
        errors.length > 0 ? [] : [...unused].map((module) => ({ text: `No bundle contains ${module}.` })),
    }));
  },
};
