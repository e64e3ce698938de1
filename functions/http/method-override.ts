import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { BASE_PATH, operations, type OperationId } from '../../schemas/operations.ts';
import { Refusal } from '../platform/errors.ts';
import { header, type Handler, type Middleware } from './incoming.ts';
import { allowedMethods, methodNotAllowed } from './routes.ts';

/** The handlers of the other methods of a path, which a POST may select. */
export type Overrides = Readonly<Partial<Record<'PUT' | 'DELETE', Handler>>>;

const NAME = 'x-http-method-override';

/**
 * Passes a POST with X-HTTP-Method-Override to the handler of the intended method before the rest of the chain, so that
 * authentication, validation, limits and logs are those of that operation (interface 5.6). Refuses with
 * `method_override_invalid`, or with `method_not_allowed` when the path does not have the method, or when POST needs an
 * override and there is none.
 */
export const methodOverride = (id: OperationId, overrides: Overrides): Middleware => ({
  before: ({ event, context }) => {
    if (event.requestContext.http.method !== 'POST') return undefined;
    const override = header(event, NAME)?.trim().toUpperCase();
    const { method, path: template } = operations[id];
    const path = `${BASE_PATH}${template}`;
    if (override === undefined) {
      if (method === 'POST') return undefined;
      throw new Refusal('method_not_allowed', 'POST on this path needs the header X-HTTP-Method-Override.', {
        allow: allowedMethods(path),
      });
    }
    if (override !== 'PUT' && override !== 'DELETE') {
      throw new Refusal('method_override_invalid', 'X-HTTP-Method-Override must be PUT or DELETE.');
    }
    if (override === method) return undefined;
    const handler = overrides[override];
    if (!handler) throw methodNotAllowed(override, path);
    return handler(event as APIGatewayProxyEventV2, context);
  },
});
