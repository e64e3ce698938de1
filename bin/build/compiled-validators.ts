import type { ValidateFunction } from 'ajv';
import type { BodyReading } from '../../functions/http/body-reading.ts';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';

type Part = 'body' | 'query';

/** The schemas of one operation. */
export type Schemas = Pick<Operation, Part>;

/** The checks of one operation. */
export type Checks = { readonly [Of in Part]?: ValidateFunction };

interface Registered {
  checks: Checks;
  schemas: Schemas;
  bodyReading: BodyReading | undefined;
}

const registered = new Map<OperationId, Registered>();

/** Called by the module of checks that the build adds to each handler's bundle, before the handler is created. */
export const register = (
  id: OperationId,
  checks: Checks,
  schemas: Schemas,
  bodyReading?: BodyReading,
): void => void registered.set(id, { checks, schemas, bodyReading });

const compiled =
  (part: Part) =>
  (id: OperationId): ValidateFunction | undefined => {
    const { body, envelope = body, query }: Operation = operations[id];
    if ((part === 'body' ? envelope : query) === undefined) return undefined;
    const check = registered.get(id)?.checks[part];
    if (!check) throw new Error(`This bundle does not contain the check of ${id}'s ${part}.`);
    return check;
  };

/** As in functions/http/validators.ts, which this module replaces in a bundle. */
export const bodyValidator = compiled('body');

/** As in functions/http/validators.ts. */
export const queryValidator = compiled('query');

/** As in functions/http/validators.ts. */
export const schemasOf = (id: OperationId): Schemas => registered.get(id)?.schemas ?? {};

/** As in functions/http/validators.ts. */
export const bodyReadingOf = (id: OperationId): BodyReading | undefined => registered.get(id)?.bodyReading;
