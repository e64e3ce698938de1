import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request header by its lower-case name, as in payload format 2.0. */
export const header = (event: Pick<APIGatewayProxyEventV2, 'headers'>, name: string): string | undefined =>
  event.headers?.[name] ?? undefined;
