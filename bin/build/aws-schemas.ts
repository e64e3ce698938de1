import type { Plugin } from 'esbuild';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as s3 from '@aws-sdk/client-s3';
import * as ses from '@aws-sdk/client-sesv2';

/** A shape of an AWS service, as the SDK describes it: an array of traits, members, and functions that return shapes. */
type Shape = readonly unknown[];

interface Registry {
  namespace: string;
  exceptions: ReadonlyMap<Shape, { name: string }>;
}

const services: Record<string, object> = { dynamodb, s3, sesv2: ses };

/** The errors of the operations that functions call. In bundles, other errors have no class, only name and message. */
const dynamodbErrors: ReadonlySet<string> = new Set<keyof typeof dynamodb>([
  'ConditionalCheckFailedException',
  'DynamoDBServiceException',
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

/** Writes the shapes of a service as literals, each in its own variable. */
function moduleOf(service: object): string {
  const exported = Object.entries(service).filter(([name]) => name.endsWith('$')) as [string, Shape][];
  const names = new Map<unknown, string>(exported.map(([name, shape]) => [shape, name]));
  const lines: string[] = [];
  const texts = new Map<string, string>();
  const constantOf = (text: string): string => {
    const name = texts.get(text) ?? `text${texts.size}`;
    texts.set(text, name);
    return name;
  };
  const literal = (value: unknown): string => {
    if (typeof value === 'function') return `() => ${reference(value())}`;
    if (typeof value === 'string' && value.length > 2) return constantOf(value);
    if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${literal(member)}`)
      .join(',')}}`;
  };
  /** The variable of a shape, or the literal of a simple shape, which is a number or string. */
  function reference(shape: unknown): string {
    if (!Array.isArray(shape)) return literal(shape);
    const existingName = names.get(shape);
    if (existingName !== undefined) return existingName;
    const name = `shape${names.size}`;
    names.set(shape, name);
    lines.push(`var ${name} = ${literal(shape)};`);
    return name;
  }
  for (const [name, shape] of exported) lines.push(`export var ${name} = ${literal(shape)};`);

  const { errorTypeRegistries } = service as { errorTypeRegistries: readonly Registry[] };
  const errors = errorTypeRegistries.flatMap(({ exceptions }) => [...exceptions.values()]);
  const [base] = errors;
  const registries = errorTypeRegistries.map(({ namespace, exceptions }, index) => {
    const registrations = [...exceptions].flatMap(([shape, { name }]) =>
      service === dynamodb && !dynamodbErrors.has(name)
        ? []
        : `registry${index}.registerError(${reference(shape)}, ${name});`,
    );
    return [`const registry${index} = new TypeRegistry(${JSON.stringify(namespace)});`, ...registrations];
  });
  return [
    `import { TypeRegistry } from '@smithy/core/schema';`,
    `import { ${base?.name} } from '../models/${base?.name}';`,
    `import { ${errors
      .slice(1)
      .map(({ name }) => name)
      .join(', ')} } from '../models/errors';`,
    ...[...texts].map(([text, name]) => `const ${name} = ${JSON.stringify(text)};`),
    ...lines,
    ...registries.flat(),
    `export const errorTypeRegistries = [${errorTypeRegistries.map((_, index) => `registry${index}`).join(', ')}];`,
  ].join('\n');
}

/**
 * Writes the schemas of AWS services into bundles as literals. esbuild can then remove the schemas of operations that a
 * function does not call; the computed names in the SDK's own modules prevent that.
 */
export const awsSchemas: Plugin = {
  name: 'aws-schemas',
  setup: (build) => {
    const filter = /[\\/]@aws-sdk[\\/]client-\w+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/;
    build.onLoad({ filter }, ({ path }) => {
      const service = services[/client-(\w+)/.exec(path)?.[1] ?? ''];
      return service && { contents: moduleOf(service), loader: 'js' };
    });
  },
};
