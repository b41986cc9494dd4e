import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { logIn as sessionOf } from '../../scripts/bench/client.ts';
import { migratedTemplate } from '../../api/src/testing/test-database.ts';
import { TOAST_DURATION_MS } from '../src/app/toasts/toast-times.ts';
import { findBrowser, launchBrowser } from '../../scripts/browser.ts';
import { prolongTimers, waitForFiles } from '../../scripts/release/robot/patient-page.ts';
import { startProduct, type Product } from '../../scripts/product.ts';
import { begunProduct } from '../../scripts/testing/begun-product.ts';

/** Where visitors are. */
export const ZONE = 'Asia/Kuala_Lumpur';

/** How long what is asked for may take to come, on however busy a machine. */
export const PATIENCE_MS = 180_000;

/** Of a journey that has failed: how long its screens are waited for, how much of their text and calls is printed. */
const DESCRIBED_WITHIN_MS = 10_000;
const MOST_DESCRIBED = 3000;
const MOST_CALLS = 20;

let launched: Browser | undefined;

/** Files of one worker share it; it ends with the worker. */
async function sharedBrowser(): Promise<Browser> {
  if (launched?.isConnected() !== true) launched = await launchBrowser();
  return launched;
}

/** By which a command finds the same browser. */
export async function browserVariables(): Promise<NodeJS.ProcessEnv> {
  const { path, env } = await findBrowser();
  return { ...env, CHROME_PATH: path };
}

interface VisitorOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly isTouched?: boolean;
  /** Asks for no motion: what glows is not painted again and again. */
  readonly isStill?: boolean;
  /** Waits for files no longer than people are asked to: for journeys about what does not come. */
  readonly isHurried?: boolean;
  /** Loses a toast after seconds, as people do: for journeys about what else waits for as long. */
  readonly losesToasts?: boolean;
}

/**
 * How long areas and their parts are waited for is proven where something does not come; elsewhere a visitor waits for
 * as long as the test does.
 */
export async function waitAsLongAsTest(
  visit: BrowserContext | Page,
  { isHurried = false, losesToasts = false }: VisitorOptions = {},
): Promise<void> {
  if (!isHurried) await waitForFiles(visit, PATIENCE_MS);
  // One that says why what a journey waits for does not come is still there when it has given up.
  if (!losesToasts) await prolongTimers(visit, 2 * PATIENCE_MS, [[TOAST_DURATION_MS, TOAST_DURATION_MS]]);
}

/**
 * Runs one product for all tests of a file or block; each test opens contexts of its own, so nobody shares a session.
 */
export function useProduct(options?: Parameters<typeof startProduct>[1]) {
  const running: { product?: Product; browser?: Browser } = {};
  const contexts: BrowserContext[] = [];
  const callsOf = new WeakMap<BrowserContext, readonly string[]>();
  const opened = new Set<BrowserContext>();

  beforeAll(async () => {
    [running.product, running.browser] = await Promise.all([startMigrated(options), sharedBrowser()]);
  });

  // What was opened before the tests serves all of them.
  beforeEach(() => {
    contexts.length = 0;
  });

  /** Screens that nobody looks at any more would go on following every change. */
  afterEach(async ({ task }) => {
    await describeScreens(task.result?.errors?.[0], contexts, callsOf);
    await Promise.all(contexts.map((context) => context.close()));
  });

  afterAll(async () => {
    await Promise.all(Array.from(opened, (context) => context.close()));
    await running.product?.close();
  });

  return {
    get product(): Product {
      if (running.product === undefined) throw new Error('The product is not running');
      return running.product;
    },
    get browser(): Browser {
      if (running.browser === undefined) throw new Error('The browser is not running');
      return running.browser;
    },
    /**
     * A new visitor: a context without cookies, in a fixed zone. `complaints` is every error and warning of the
     * browser's console; `violations` what must not be there even where calls are meant to fail.
     */
    async visitor(options: VisitorOptions = {}) {
      const context = await this.browser.newContext({
        viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
        colorScheme: options.colorScheme ?? 'light',
        timezoneId: ZONE,
        locale: 'en-GB',
        reducedMotion: options.isStill === true ? 'reduce' : 'no-preference',
        hasTouch: options.isTouched ?? false,
        isMobile: options.isTouched ?? false,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      contexts.push(context);
      opened.add(context);
      callsOf.set(context, noteCalls(context));
      await waitAsLongAsTest(context, options);
      // Also in pages that a test opens beside the first one.
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const [complaints, violations]: [string[], string[]] = [[], []];
      page.on('pageerror', (error) => {
        complaints.push(`uncaught: ${error.message}`);
        violations.push(`uncaught: ${error.message}`);
      });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          complaints.push(`${message.text()} (${message.location().url})`);
        if (message.type() === 'error' && /Content Security Policy|Refused to/i.test(message.text()))
          violations.push(message.text());
      });
      return { page, context, complaints, violations };
    },
  };
}

/** Of the calls that a context makes, those that change something or fail, each with what came of it. */
function noteCalls(context: BrowserContext): readonly string[] {
  const calls: string[] = [];
  const note = (request: Request, outcome: string) => calls.push(`${request.method()} ${request.url()}: ${outcome}`);
  context.on('response', (response) => {
    if (response.status() >= 400 || response.request().method() !== 'GET')
      note(response.request(), `${response.status()}`);
  });
  context.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'));
  return calls;
}

/**
 * Adds to a failure what visitors saw in the end and asked for: a journey that fails by chance is not seen failing
 * again, and of a log often only the end is kept, with what the failures say.
 */
async function describeScreens(
  failure: { message: string } | undefined,
  contexts: readonly BrowserContext[],
  callsOf: WeakMap<BrowserContext, readonly string[]>,
): Promise<void> {
  if (failure === undefined) return;
  const lines = [failure.message, ''];
  for (const context of contexts) {
    for (const page of context.pages()) {
      const text = await page.locator('body').innerText({ timeout: DESCRIBED_WITHIN_MS }).catch(String);
      lines.push(`${page.url()}\n${text.slice(0, MOST_DESCRIBED)}`);
    }
    lines.push(...(callsOf.get(context)?.slice(-MOST_CALLS) ?? []));
  }
  failure.message = lines.join('\n');
}

/**
 * What every file begins with is made once: a product that has started before, or, where the file has a product of its
 * own kind, empty tables.
 */
async function startMigrated(options: Parameters<typeof startProduct>[1]): Promise<Product> {
  const server = nameOfRun('TEST_DATABASE_URL');
  if (options === undefined) return startProduct(server, await begunProduct(server, nameOfRun('BEGUN_PRODUCT')));
  return startProduct(server, { ...options, template: await migratedTemplate(server) });
}

/** `npm test` starts one server for all tests, and names here what they share. */
function nameOfRun(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run the tests with \`npm test\``);
  return value;
}

/** Gives a browser a session of the person of `role`. */
export async function enter(context: BrowserContext, product: Product, role: string): Promise<void> {
  const { cookie } = await sessionOf(product, role);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: product.url }]);
}

/**
 * Opens the dashboard in a session that the person of `role` has already. Facebook knows nothing of it in this browser,
 * and no tokens of pages come from there: those that the session began with stay as a test leaves them.
 */
export async function logIn(page: Page, product: Product, role: string): Promise<void> {
  await enter(page.context(), product, role);
  await page.goto(product.url);
  await dashboard(page);
}

/**
 * Logs in over our own screens, with the answer that Facebook's dialog gives for the person of `role`. The browser then
 * gives the server the tokens of all pages once more, behind the dashboard: a token that a test takes away meanwhile
 * comes back.
 */
export async function logInWithFacebook(page: Page, product: Product, role: string): Promise<void> {
  await product.control('next-login', { method: 'PUT', body: { role } });
  await page.goto(product.url);
  await continueWithFacebook(page);
  await dashboard(page);
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

/** From the login card through our own permission dialog up to the moment where Facebook takes over. */
export async function continueWithFacebook(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
}
