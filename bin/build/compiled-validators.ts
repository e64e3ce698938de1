import type { ValidateFunction } from 'ajv/dist/2020.js';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';

type Part = 'body' | 'query';

/** The checks of one operation. */
export type Checks = { readonly [Of in Part]?: ValidateFunction };

const checksOf = new Map<OperationId, Checks>();

/** Called by the module of checks that the build adds to each handler's bundle, before the handler is created. */
export const register = (id: OperationId, checks: Checks): void => void checksOf.set(id, checks);

const compiled =
  (part: Part) =>
  (id: OperationId): ValidateFunction | undefined => {
    if ((operations[id] as Operation)[part] === undefined) return undefined;
    const check = checksOf.get(id)?.[part];
    if (!check) throw new Error(`This bundle does not contain the check of ${id}'s ${part}.`);
    return check;
  };

/** As in functions/http/validators.ts, which this module replaces in a bundle. */
export const bodyValidator = compiled('body');

/** As in functions/http/validators.ts. */
export const queryValidator = compiled('query');
