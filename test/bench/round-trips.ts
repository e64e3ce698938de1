import { subscribe } from 'node:diagnostics_channel';

interface Message {
  request: object;
}

/**
 * Counts sequential round trips of this process to DynamoDB; parallel calls count as one. `take` returns the count
 * since the last `take`.
 */
export function countRoundTrips(): { take: () => number } {
  const depths = new WeakMap<object, number>();
  let deepest = 0;
  subscribe('http.client.request.start', (message) => {
    depths.set((message as Message).request, deepest + 1);
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
