import { prices } from './prices.ts';

/** What CloudFront gives an account each month for nothing. */
const free = { requests: 10e6, functionRuns: 2e6 } as const;

const beyond = (count: number, given: number) => Math.max(0, count - given);

/**
 * Dollars of a month for CloudFront before the public pages, by the requests that it gets. Up to a terabyte a month it
 * sends for nothing, and what the API sends to it costs nothing.
 */
export const siteDollars = (requests: number): number =>
  prices.secretMonth +
  beyond(requests, free.requests) * prices.cdnRequest +
  beyond(requests, free.functionRuns) * prices.cdnFunctionRun;
