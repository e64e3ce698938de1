import type { Browser, CDPSession } from 'playwright-core';
import { aJob } from '../setup/a-job.ts';
import { launchBrowser } from '../setup/browser.ts';
import { clientOf } from '../setup/client.ts';
import { npmStart } from '../setup/npm-start.ts';

/** Loads of each page, of which the quickest counts: other load on the machine only adds. */
const RUNS = 5;

/** A phone of the middle class, in CSS pixels. */
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const CPU_SLOWDOWN = 4;

/** Slow 4G as browsers imitate it: milliseconds for each request, bytes a second. */
const slowNetwork = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};

/** A task that takes longer, in milliseconds, blocks what a person does, for what it takes beyond that. */
const LONG = 50;

interface Load {
  /** First and largest contentful paint, in milliseconds. */
  first: number;
  largest: number;
  /** What is transferred, with headers, in bytes. */
  bytes: number;
  requests: number;
}

const observe = `
  globalThis.seen = { first: 0, largest: 0 };
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.first = startTime; });
  on('largest-contentful-paint', ({ startTime }) => { seen.largest = startTime; });`;

/** Adds up what a page transfers. */
async function transferred(session: CDPSession) {
  const sum = { bytes: 0, requests: 0 };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum.bytes += encodedDataLength;
    // What the browser has already transfers nothing.
    if (encodedDataLength > 0) sum.requests += 1;
  });
  await session.send('Network.enable');
  return sum;
}

async function loadOf(browser: Browser, address: string): Promise<Load> {
  await using context = await browser.newContext(phone);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const sum = await transferred(session);
  await session.send('Network.emulateNetworkConditions', slowNetwork);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: 'networkidle' });
  return { ...(await page.evaluate<Pick<Load, 'first' | 'largest'>>('seen')), ...sum };
}

/** An event of a trace of Chromium; `tdur` is the CPU of its thread, in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { data?: { url?: string } };
}

/** What the long tasks of a page block on a slow phone, in milliseconds: by their CPU, whatever else the machine does. */
async function blockedOf(browser: Browser, address: string): Promise<number> {
  await using context = await browser.newContext(phone);
  const page = await context.newPage();
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await page.goto(address, { waitUntil: 'networkidle' });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  // Chromium has other pages of its own in the trace.
  const shown = traceEvents.find(({ name, args }) => name === 'CommitLoad' && args?.data?.url === address);
  if (!shown) throw new Error(`The trace does not have ${address}.`);
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === shown.pid && tid === shown.tid)
    .map(({ tdur = 0 }) => Math.max(0, (tdur / 1_000) * CPU_SLOWDOWN - LONG))
    .reduce((sum, each) => sum + each, 0);
}

const least = (numbers: readonly number[]) => Math.round(Math.min(...numbers));

const { origin, apiKey, stop } = await npmStart();
const browser = await launchBrowser();
try {
  const acme = clientOf(origin, { 'api-key': apiKey });
  const { body: job } = await acme.post('/jobs', aJob({ status: 'active' }));
  const paths = ['/docs', '/docs/jobs', '/docs/schemas', '/problems/validation-failed', `/jobs/${job.id}`];
  const results = [];
  for (const path of paths) {
    const loads: Load[] = [];
    const blocked: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      loads.push(await loadOf(browser, origin + path));
      blocked.push(await blockedOf(browser, origin + path));
    }
    results.push({
      page: path,
      'first paint, ms': least(loads.map(({ first }) => first)),
      'largest, ms': least(loads.map(({ largest }) => largest)),
      'blocked, ms': least(blocked),
      bytes: least(loads.map(({ bytes }) => bytes)),
      requests: least(loads.map(({ requests }) => requests)),
    });
  }
  process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
} finally {
  await browser.close();
  await stop();
}
