import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as dynamodb from '@aws-sdk/client-dynamodb';
import type { Plugin } from 'esbuild';
import { root } from './functions.ts';

interface StandIn {
  /** The path below node_modules. */
  module: string;
  /** The code that replaces it, or a function that reduces its own code. */
  code: string | ((source: string) => string);
}

const throwing = (sentence: string) =>
  `throw new Error(${JSON.stringify(`A bundle does not contain ${sentence}`)});`;

/** The errors of the operations that functions call. Any other one has its name and message, but no class of its own. */
const errorsInUse: ReadonlySet<string> = new Set<keyof typeof dynamodb>([
  'ConditionalCheckFailedException',
  'IdempotentParameterMismatchException',
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ResourceNotFoundException',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

const errorRegistration = /^n0_registry\.registerError\(.*, (\w+)\);$/gm;

/**
 * Schemas with the names of their members written out: esbuild removes what nobody uses only where no name is computed
 * (`[_h]:`), and would keep those of all operations.
 */
function withNames(source: string): string {
  const names = new Map(
    [...source.matchAll(/^const (_\w+) = (".*");$/gm)].map(([, name, text]) => [name, text]),
  );
  return source.replaceAll(/\[(_\w+)\]:/g, (computed, name: string) => {
    const text = names.get(name);
    return text === undefined ? computed : `${text}:`;
  });
}

/** Modules that every bundle would contain and no function uses, with their replacements. */
const standIns: StandIn[] = [
  {
    // Lambda provides credentials in the environment; it needs no profiles, SSO, container or instance credentials.
    module: '@aws-sdk/credential-provider-node/dist-es/index.js',
    code: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  },
  {
    // No operation in use has event streams. The client of S3 configures them when it is made.
    module: '@smithy/core/dist-es/submodules/event-streams/index.js',
    code: 'exports.resolveEventStreamSerdeConfig = (config) => config;',
  },
  {
    // Only for a Node.js without node:crypto.
    module: '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js',
    code: `export class Sha256Js { constructor() { ${throwing('SHA-256 without node:crypto.')} } }`,
  },
  {
    // The store does its own retries (functions/platform/store-client.ts).
    module: '@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js',
    code: `export class AdaptiveRetryStrategy { constructor() { ${throwing('the retry mode "adaptive".')} } }`,
  },
  {
    // No client is given a logger.
    module: '@aws-sdk/core/dist-es/submodules/client/middleware-logger/loggerMiddleware.js',
    code: `
      export let loggerMiddleware, loggerMiddlewareOptions;
      export const getLoggerPlugin = () => ({ applyToStack: () => {} });`,
  },
  {
    // The store does its own retries, and S3 and SES are retried at the SDK's own pace.
    module: '@smithy/core/dist-es/submodules/retry/middleware-retry/parseRetryAfterHeader.js',
    code: `
      export const parseRetryAfterHeader = () => undefined;
      export const getRetryAfterHint = parseRetryAfterHeader;`,
  },
  {
    // Only for the defaults mode "auto" outside Lambda.
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
    // Endpoint discovery is off, and DynamoDB has one endpoint per region.
    module: '@aws-sdk/middleware-endpoint-discovery/dist-es/resolveEndpointDiscoveryConfig.js',
    code: 'export const resolveEndpointDiscoveryConfig = (config) => config;',
  },
  {
    // Functions run in a region of AWS, or are told the endpoint.
    module: '@aws-sdk/client-dynamodb/dist-es/endpoint/endpointResolver.js',
    code: `export * from ${JSON.stringify(join(root, 'bin/build/dynamodb-endpoint.ts'))};`,
  },
  {
    // Backups, imports and changes of tables have errors that no function meets.
    module: '@aws-sdk/client-dynamodb/dist-es/schemas/schemas_0.js',
    code: (source) =>
      withNames(source).replaceAll(errorRegistration, (registration, name: string) =>
        errorsInUse.has(name) ? registration : '',
      ),
  },
  ...['s3', 'sesv2'].map((service) => ({
    module: `@aws-sdk/client-${service}/dist-es/schemas/schemas_0.js`,
    code: withNames,
  })),
  {
    // Every client that looks them up registers them itself.
    module: '@aws-sdk/core/dist-es/submodules/client/util-endpoints/aws.js',
    code: (source) => source.replace('customEndpointFunctions.aws = awsEndpointFunctions;', ''),
  },
  {
    // The client only needs its version, which it sends to DynamoDB.
    module: '@aws-sdk/client-dynamodb/package.json',
    code: (source) =>
      `export default ${JSON.stringify({ version: (JSON.parse(source) as { version: string }).version })};`,
  },
  {
    // sanitize-html only uses it to read allowed style attributes, and removes any that it cannot read.
    module: 'postcss/lib/postcss.js',
    code: `exports.parse = () => { ${throwing('a parser of style attributes.')} };`,
  },
  {
    // sanitize-html uses one function of what needs it, which reads no dates.
    module: 'dayjs/dayjs.min.js',
    code: `module.exports = () => { ${throwing('a reader of dates.')} };`,
  },
];

/** A module's path below the innermost node_modules, with forward slashes. */
const belowModules = (path: string) => path.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '');

/** Puts the stand-ins into the bundles. Fails when one of them no longer replaces anything. */
export const replaceUnused: Plugin = {
  name: 'stand-ins',
  setup: (build) => {
    const byModule = new Map(standIns.map((standIn) => [standIn.module, standIn]));
    const left = new Set(byModule.keys());
    build.onLoad({ filter: /[\\/]node_modules[\\/]/ }, async ({ path }) => {
      const standIn = byModule.get(belowModules(path));
      if (!standIn) return undefined;
      const { module, code } = standIn;
      const source = await readFile(path, 'utf8');
      const contents = typeof code === 'string' ? code : code(source);
      if (contents !== source) left.delete(module);
      return { contents, loader: 'js' };
    });
    build.onEnd(({ errors }) =>
      errors.length > 0
        ? undefined
        : {
            errors: [...left].map((module) => ({
              text: `The stand-in of ${module} replaces nothing in any bundle.`,
            })),
          },
    );
  },
};
