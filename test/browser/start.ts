import { afterAll } from '@jest/globals';
import { launchBrowser } from './browser.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { npmStart } from '../setup/local-start.ts';
import { sharedService } from '../setup/shared-service.ts';

/** Starts a browser, and the service as `npm start` does, for the calling suite; `acme` is the demo employer. */
export async function startWithBrowser(settings: Parameters<typeof npmStart>[0] = {}) {
  const browser = await launchBrowser();
  const { origin, apiKey, greeting, stop } = await npmStart(settings);
  afterAll(async () => {
    await browser.close();
    await stop();
  });
  return { browser, origin, apiKey, greeting, acme: createHttpClient(origin, { 'api-key': apiKey }) };
}

/** Starts a browser for the calling suite on the service that suites share; `acme` is a new employer. */
export async function shareWithBrowser() {
  const service = sharedService();
  const [browser, acme] = await Promise.all([launchBrowser(), service.newEmployer()]);
  afterAll(() => browser.close());
  return { ...service, browser, acme };
}
