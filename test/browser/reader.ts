import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { BASE_PATH } from '../../schemas/operations.ts';

const PATIENCE_MILLIS = 120_000;

/** The window sizes of readers, in CSS pixels. */
export const sizes = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false },
};

export type Size = keyof typeof sizes;

export const schemes = ['light', 'dark'] as const;

interface Sight {
  size: Size;
  scheme?: (typeof schemes)[number];
  /** The preferred language of the browser. */
  locale?: string;
  /** Whether the browser runs scripts. */
  hasScripts?: boolean;
}

/** The markup of elements that are wider than the window. */
const TOO_WIDE = `[...document.querySelectorAll('body, main, main *, .top *, nav *')]
  .filter((element) => element.checkVisibility())
  .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((element) => element.outerHTML.slice(0, 100))`;

/** Accessibility violations that axe finds in the element, as lines of rule, element and reason. */
const inaccessible = (selector: string) => `axe.run('${selector}', {
  resultTypes: ['violations'],
  rules: { 'target-size': { enabled: true } },
}).then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, ...target, failureSummary].join(' '))))`;

/** The markup of buttons without a visible border: with forced colours, all backgrounds are the same. */
const BORDERLESS = `[...document.querySelectorAll('.button, button')]
  .filter((element) => element.checkVisibility())
  .filter((element) => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
    return borderTopStyle === 'none' || borderTopWidth === '0px';
  })
  .map((element) => element.outerHTML.slice(0, 100))`;

/** Waits until the whole element is inside the window, below the bar at its top. */
const untilInSight = (selector: string) => `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('${selector} does not come into sight.')), ${PATIENCE_MILLIS});
  const look = () => {
    const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect();
    const isSeen = top >= document.querySelector('.top').offsetHeight && bottom <= innerHeight;
    if (isSeen) resolve();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Opens a window on the pages of a service. It records faults, and closes with its test. */
export async function newReader(
  browser: Browser,
  origin: string,
  { size, scheme = 'light', locale = 'en-CA', hasScripts = true }: Sight,
) {
  const context = await browser.newContext({
    ...sizes[size],
    colorScheme: scheme,
    locale,
    javaScriptEnabled: hasScripts,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MILLIS);
  const faults: string[] = [];
  const pages = new Set<string>();

  page.on('pageerror', (error) => faults.push(`a script failed: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    // Chromium logs an error for every 4xx. The tests expect those of pages and of the API.
    const isAnswer =
      message.text().startsWith('Failed to load resource') &&
      (url.startsWith(`${origin}${BASE_PATH}`) || pages.has(url));
    if (['error', 'warning'].includes(message.type()) && !isAnswer) faults.push(`${message.text()} ${url}`);
  });
  page.on('request', (request) => request.isNavigationRequest() && pages.add(request.url()));
  await page.route(
    (url) => url.origin !== origin,
    (route) => {
      faults.push(`a request to ${route.request().url()}`);
      return route.abort();
    },
  );

  const isFocused = (selector: string) =>
    page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`);

  return {
    page,
    /** The faults since the last call, and elements that are wider than the window now. */
    faults: async (): Promise<string[]> => {
      const wide = await page.evaluate<string[]>(TOO_WIDE);
      return [...faults.splice(0), ...wide.map((markup) => `too wide: ${markup}`)];
    },
    /** The buttons without a border. */
    borderless: () => page.evaluate<string[]>(BORDERLESS),
    open: (path: string) => page.goto(`${origin}${path}`),
    /** Opens the navigation menu if the window is too narrow to show it next to the text. */
    openMenu: async () => {
      if (size === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    },
    /** Presses Tab until the element has the focus. Throws when the element was not reached after the given number of times. */
    tabTo: async (selector: string, times: number) => {
      for (let pressed = 0; pressed < times; pressed += 1) {
        await page.keyboard.press('Tab');
        if (await isFocused(selector)) return;
      }
      throw new Error(`${times} times Tab does not reach ${selector}.`);
    },
    /** Waits until the whole element is visible in the window. */
    waitToSee: async (selector: string) => {
      // A link may load another page first.
      await page.locator(selector).first().waitFor();
      await page.evaluate<void>(untilInSight(selector));
    },
    /** Violations in the visible content that axe rates as serious or critical. */
    barriers: async (selector: 'html' | 'nav' = 'html'): Promise<string[]> => {
      await page.evaluate(axe.source);
      return page.evaluate<string[]>(inaccessible(selector));
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

export type Reader = Awaited<ReturnType<typeof newReader>>;

/** Opens the form of an operation that sends requests. */
export async function tryOf(page: Page, operationId: string) {
  const form = page.locator(`#${operationId} .try`);
  await form.locator('summary').click();
  const responseBody = form.locator('.reply [data-title="Body"] code');
  return {
    key: form.getByLabel('API-Key'),
    body: form.getByLabel('Body', { exact: true }),
    field: (name: string) => form.getByLabel(name, { exact: true }),
    /** Sends the request. Returns the status line of the response and its JSON, as the page shows them. */
    send: async () => {
      await form.getByRole('button', { name: 'Send' }).click();
      await form.locator('.reply pre').first().waitFor();
      return {
        outcome: await form.getByRole('status').textContent(),
        body: JSON.parse((await responseBody.textContent()) ?? '') as Record<string, unknown>,
      };
    },
  };
}
