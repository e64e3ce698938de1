import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBundles } from '../../bin/build/bundles.ts';
import { startBundles } from '../bundles/bundled-functions.ts';
import { gatewayEvent } from '../setup/gateway-event.ts';
import { pagesOf } from './operations.ts';
import { SEARCHED } from './sample-job.ts';

/** Requests after which a function counts as warm. */
const REQUESTS = 1_000;

/** Every 100th request is a search. */
const SEARCH_EVERY = 100;

/** Limits the heap, because V8 uses all memory that it gets, so a large heap does not show the memory need. */
const SMALL_HEAP = ['--max-old-space-size=64', '--max-semi-space-size=1'];

/**
 * Measures the resident memory, in bytes, of a warm function after it has listed pages of an employer's whole list and
 * searched it.
 */
export async function residentOfList(apiKey: string, size: number): Promise<number> {
  const dist = await mkdtemp(join(tmpdir(), 'warm-function-'));
  await buildBundles(dist);
  const lambda = startBundles(dist, {}, SMALL_HEAP);
  try {
    for (let n = 0; n < REQUESTS; n += 1) {
      const page = 1 + ((n * 7919) % pagesOf(size, 10));
      const query = n % SEARCH_EVERY === 0 ? `q=${SEARCHED}` : `page=${page}`;
      const { functionName, event } = gatewayEvent('GET', `/jobs?${query}`, {
        headers: { 'api-key': apiKey },
      });
      const { statusCode, body } = await lambda.call(functionName, event);
      if (statusCode !== 200) throw new Error(`${query} answered ${statusCode}: ${body}`);
    }
    return lambda.resident();
  } finally {
    await lambda.stop();
    await rm(dist, { recursive: true });
  }
}
