import { operations, type KeyedAccess, type Operation, type OperationId } from '../../schemas/operations.ts';
import { permissionFor } from '../../schemas/permission.ts';
import {
  operationHandler,
  runOnEvent,
  type AuthMiddlewares,
  type Overrides,
  type Run as OperationRun,
} from '../http/chain.ts';
import type { Handler } from '../http/incoming.ts';
import type { ServicesFor } from '../http/lambda-handler.ts';
import type { KeyedServices } from './access.ts';
import { authenticate, keyExpiryHeader } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { rateLimit, rateLimitHeaders } from './rate-limit.ts';

/** The implementation of an operation that needs an API key. */
export type Run<Id extends OperationId, Services> = OperationRun<Id, Services, Caller>;

/** The middlewares that authenticate and limit the requests of an operation, as its row says. */
export function authMiddlewares(id: OperationId): AuthMiddlewares {
  const operation: Operation = operations[id];
  const { access, grants, method } = operation;
  return {
    headers: [rateLimitHeaders(), keyExpiryHeader()],
    checks: [
      authenticate({
        access: access as KeyedAccess,
        permission: permissionFor(operation),
        grants,
        isWrite: method !== 'GET',
      }),
      rateLimit(),
    ],
  };
}

/** Runs an operation that needs an API key without its chain; see `runOnEvent`. */
export const runAuthenticated = <Id extends OperationId, Services>(id: Id, run: Run<Id, Services>) =>
  runOnEvent<Id, Services, Caller>(id, run);

/** The Lambda handler of an operation that needs an API key; see `operationHandler`. */
export const authenticatedOperation = <Id extends OperationId, Services extends KeyedServices>(
  id: Id,
  servicesFor: ServicesFor<Services>,
  run: Run<Id, Services>,
  overrides: Overrides = {},
): Handler => operationHandler(id, servicesFor, run, { overrides, auth: authMiddlewares(id) });
