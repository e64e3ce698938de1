import { json } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { startStandIn } from './stand-in.ts';

/** What a version of a function does with an event. */
export type Version = (event: APIGatewayProxyEventV2) => Promise<unknown>;

/** A server that calls versions of functions, by `name:version`, as Lambda does. */
export function startLambda(versionOf: (qualifiedName: string) => Version | undefined) {
  return startStandIn(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://lambda');
    const name = `${pathname.split('/').at(-2)}:${searchParams.get('Qualifier')}`;
    const event = (await json(request)) as APIGatewayProxyEventV2;
    const respond = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    const version = versionOf(name);
    if (!version) {
      const headers = { 'x-amzn-errortype': 'ResourceNotFoundException' };
      return respond(404, { Message: `Function not found: ${name}` }, headers);
    }
    try {
      return respond(200, await version(event));
    } catch (error) {
      const { name: errorType, message } = error as Error;
      return respond(200, { errorType, errorMessage: message }, { 'x-amz-function-error': 'Unhandled' });
    }
  });
}
