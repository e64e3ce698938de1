import type { ValidateFunction } from 'ajv';
import type { BodyReading } from '../../functions/http/json-body.ts';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';

type Part = 'body' | 'query';

type Schemas = Pick<Operation, Part>;

interface Registration {
  validators: { readonly [Of in Part]?: ValidateFunction };
  schemas: Schemas;
  bodyReading: BodyReading | undefined;
}

const registrations = new Map<OperationId, Registration>();

/** The build adds a module that calls this to each handler's bundle; it runs before the handler is created. */
export const register = (
  id: OperationId,
  validators: Registration['validators'],
  schemas: Schemas,
  bodyReading?: BodyReading,
): void => void registrations.set(id, { validators, schemas, bodyReading });

const validatorOf =
  (part: Part) =>
  (id: OperationId): ValidateFunction | undefined => {
    const { body, envelope = body, query }: Operation = operations[id];
    if ((part === 'body' ? envelope : query) === undefined) return undefined;
    const validator = registrations.get(id)?.validators[part];
    if (!validator) throw new Error(`This bundle does not contain the validator of ${id}'s ${part}.`);
    return validator;
  };

// In bundles, these replace the exports of functions/http/validators.ts.
export const bodyValidator = validatorOf('body');
export const queryValidator = validatorOf('query');
export const schemasOf = (id: OperationId): Schemas => registrations.get(id)?.schemas ?? {};
export const bodyReadingOf = (id: OperationId): BodyReading | undefined => registrations.get(id)?.bodyReading;
