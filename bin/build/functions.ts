import { fileURLToPath } from 'node:url';
import { functionNameOf } from '../../lib/function-table.ts';
import { serviceFunctions } from '../../lib/functions.ts';
import { moduleOf } from '../modules.ts';
import { publicPageDetails } from '../../schemas/public-page-details.ts';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The names of all deployed functions, sorted; functions that share a name have the same code. */
export const functions = [...new Set(serviceFunctions.map(({ name }) => name))].toSorted();

/** The operation that each handler module serves, by the module's path. */
export const operationOfModule: ReadonlyMap<string, OperationId> = new Map([
  ...Object.entries<Operation>(operations).flatMap(([id, { servedBy }]): [string, OperationId][] =>
    servedBy === undefined ? [[moduleOf(functionNameOf(id)), id as OperationId]] : [],
  ),
  ...Object.entries(publicPageDetails).flatMap(([id, { checks }]): [string, OperationId][] =>
    checks ? [[moduleOf(functionNameOf(id)), checks]] : [],
  ),
]);
