import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { header } from '../../http/headers.ts';

/** What browsers send with a request that nobody has made yet: Fetch's Sec-Purpose, and its forerunners. */
const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser fetches a page before anybody asks for it. */
export const isPrefetch = (event: Pick<APIGatewayProxyEventV2, 'headers'>): boolean =>
  names.some((name) => /\b(?:prefetch|prerender|preview)\b/i.test(header(event, name) ?? ''));
