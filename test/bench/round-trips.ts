import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

interface Message {
  request: ClientRequest;
}

/**
 * Counts sequential round trips of this process to DynamoDB; parallel calls count as one. `take` returns the count
 * since the last `take`.
 */
export function countRoundTrips(): { take: () => number } {
  const depths = new WeakMap<object, number>();
  let deepest = 0;
  subscribe('http.client.request.start', (message) => {
    const { request } = message as Message;
    if (request.hasHeader('x-amz-target')) depths.set(request, deepest + 1);
  });
  subscribe('http.client.response.finish', (message) => {
    deepest = Math.max(deepest, depths.get((message as Message).request) ?? 0);
  });
  return {
    take: () => {
      const count = deepest;
      deepest = 0;
      return count;
    },
  };
}
