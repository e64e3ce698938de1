import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { header } from '../../http/incoming.ts';

/** Headers of a request that nobody has made yet: Fetch's Sec-Purpose, and its predecessors. */
const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser prefetches a page. */
export const isPrefetch = (event: Pick<APIGatewayProxyEventV2, 'headers'>): boolean =>
  names.some((name) => /\b(?:prefetch|prerender|preview)\b/i.test(header(event, name) ?? ''));
