import type { ErrorObject } from 'ajv';
import type { Violation } from '../../schemas/problem.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import { setting } from '../platform/config.ts';
import { formats, type Format } from './formats.ts';

/** The formats of the JSON Schemas. */
export const schemaFormats = {
  ...formats,
  currency: {
    // Only functions that write jobs have this setting in Lambda.
    get rule() {
      return `${setting('CURRENCY')}, the currency of this service`;
    },
    code: 'not_allowed',
    validate: (text: string) => text === setting('CURRENCY'),
  },
} as const satisfies Record<string, Format>;

type FormatName = keyof typeof schemaFormats;

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const quoteValue = (types: string | string[]) =>
  [types]
    .flat()
    .map((type) => typeNames[type] ?? type)
    .join(' or ');

const choices = (values: readonly (string | number | null)[]) => {
  const choicesLeft = values.filter((value) => value !== null);
  const numbers = choicesLeft.every((value) => typeof value === 'number');
  return numbers
    ? `an id from ${choicesLeft[0]} to ${choicesLeft.at(-1)}`
    : `one of ${choicesLeft.join(', ')}`;
};

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

interface Sentence {
  code: ViolationCode | ((params: never) => ViolationCode);
  rule: (params: never) => string;
}

/** The code of each JSON Schema keyword, and the end of the sentence "title must ...". */
const sentences: Record<string, Sentence> = {
  type: { code: 'wrong_type', rule: ({ type }: { type: string | string[] }) => `be ${quoteValue(type)}` },
  enum: {
    code: 'not_allowed',
    rule: ({ allowedValues }: { allowedValues: (string | number | null)[] }) =>
      `be ${choices(allowedValues)}`,
  },
  minLength: { code: 'empty', rule: () => 'not be empty' },
  maxLength: {
    code: 'too_long',
    rule: ({ limit }: { limit: number }) => `be at most ${plural(limit, 'character')} long`,
  },
  minItems: {
    code: 'too_few',
    rule: ({ limit }: { limit: number }) => `have at least ${plural(limit, 'entry')}`,
  },
  maxItems: { code: 'too_many', rule: ({ limit }: { limit: number }) => `have at most ${limit} entries` },
  minimum: { code: 'too_small', rule: ({ limit }: { limit: number }) => `be at least ${limit}` },
  maximum: { code: 'too_large', rule: ({ limit }: { limit: number }) => `be at most ${limit}` },
  format: {
    code: ({ format }: { format: FormatName }) => (schemaFormats[format] as Format).code ?? 'malformed',
    rule: ({ format }: { format: FormatName }) => `be ${schemaFormats[format].rule}`,
  },
};

/** `/locations/1/description` -> `locations[1].description` */
export const label = (pointer: string) =>
  pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

/** The list that has the ids of a reference, by the field that refers to it. */
const idLists: Record<string, string> = {
  categories: 'jobcategories',
  positionType: 'positiontypes',
  period: 'salaryperiods',
  applicantRoutingType: 'applicantroutingtypes',
};

/** The next step after a wrong id: the request that lists the right ones. */
function whereIdsAre(pointer: string): string {
  const [, field = ''] = /\/(\w+)(?:\/\d+)?\/id$/.exec(pointer) ?? [];
  const list = Object.hasOwn(idLists, field) ? idLists[field] : undefined;
  return list ? ` GET /${list} has the ids.` : '';
}

/** Converts an error of ajv to a violation, with the pointer into the body and a message that states the limit. */
export function createViolation({ keyword, instancePath, params }: ErrorObject): Violation {
  const missing = (params as { missingProperty?: string }).missingProperty;
  if (missing !== undefined) {
    const pointer = `${instancePath}/${missing}`;
    return { pointer, code: 'required', message: `${label(pointer)} is required.${whereIdsAre(pointer)}` };
  }
  const sentence = sentences[keyword];
  if (!sentence) throw new Error(`There is no sentence for the keyword ${keyword}.`);
  const { code, rule } = sentence;
  return {
    pointer: instancePath,
    code: typeof code === 'string' ? code : code(params as never),
    message: `${label(instancePath)} must ${rule(params as never)}.${whereIdsAre(instancePath)}`,
  };
}
