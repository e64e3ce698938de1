import type { BodyReading } from '../../functions/http/json-body.ts';
import type { Validators } from '../../functions/http/validators.ts';
import type { RequestSchemas } from '../../schemas/operation-schemas.ts';
import type { OperationId } from '../../schemas/operations.ts';

interface Registration {
  validators: Validators;
  schemas: RequestSchemas;
  bodyReading: BodyReading | undefined;
}

const registrations = new Map<OperationId, Registration>();

/** The build adds a module that calls this to each handler's bundle; it runs before the handler is created. */
export const register = (
  id: OperationId,
  validators: Validators,
  schemas: RequestSchemas,
  bodyReading?: BodyReading,
): void => void registrations.set(id, { validators, schemas, bodyReading });

/** Throws Error in a bundle that would not validate the requests of an operation. */
function registrationOf(id: OperationId): Registration {
  const registration = registrations.get(id);
  if (!registration) throw new Error(`This bundle does not contain the schemas of ${id}.`);
  return registration;
}

// In bundles, these replace the exports of functions/http/validators.ts.
export const validatorsOf = (id: OperationId): Validators => registrationOf(id).validators;
export const schemasOf = (id: OperationId): RequestSchemas => registrationOf(id).schemas;
export const bodyReadingOf = (id: OperationId): BodyReading | undefined => registrationOf(id).bodyReading;
