import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Endpoint } from '../../../api/src/contract/endpoint.ts';
import { SHELL } from '../../../api/src/contract/remotes.ts';
import type { Robot, Role } from '../smoke.ts';
import type { Activity } from './activity.ts';
import type { AnsweredCalls } from './answered-calls.ts';
import { assertKeepsMemory } from './memory.ts';
import { untilQuiet } from './quiet.ts';
import { until } from './steps.ts';
import { assertSeen } from './visible.ts';

/** Whoever looks further than this has a name that says too little. */
const MOST_ALIKE = 5;
/** At one of them, until it is looked for again. */
const GLANCE_MS = 3000;
const ASKED_EVERY_MS = 100;

interface Place {
  readonly origin: string;
  readonly area: string;
  readonly version: string;
  readonly patienceMs: number;
  readonly calls: AnsweredCalls;
  readonly activity: Activity;
  readonly step: (name: string, work: () => Promise<void>) => Promise<void>;
}

/** What the journey opened. */
interface Opened {
  readonly address: string;
  readonly heading: string;
}

/** What every journey ends with. */
interface AtTheEnd {
  rest(): Promise<void>;
  keepMemory(): Promise<void>;
  /** Every address that was opened, once. */
  openAgain(how: string): Promise<void>;
}

/** What a journey does in a page, each as a step that has a name. */
export function robotIn(
  page: Page,
  { origin, area, version, patienceMs, calls, activity, step }: Place,
): Robot & AtTheEnd {
  const scope = area === SHELL ? page.locator('body') : page.locator(`[data-remote="${area}"]`);
  const part = (role: Role, name: string | RegExp) => scope.getByRole(role, { name, exact: typeof name === 'string' });
  const seen = (of: Locator, how = {}) => seenIn(page, of, { patienceMs, activity, ...how });
  const withDevtools = async (work: (devtools: CDPSession) => Promise<void>) => {
    const devtools = await page.context().newCDPSession(page);
    await work(devtools);
    await devtools.detach();
  };
  const rest = () => withDevtools((devtools) => untilQuiet(devtools, patienceMs));
  const opened = new Map<string, Opened>();
  const open = ({ address, heading }: Opened, how = '') =>
    step(`Open ${address}${how} and see "${heading}"`, async () => {
      calls.made.length = 0;
      await page.goto(`${origin}${address}`, { waitUntil: 'commit' });
      const shown = scope.getByRole('heading', { level: 1, name: heading });
      await seen(shown);
      await assertGiven(page, area, version);
      await rest();
      // What comes late may hide what was there before.
      await seen(shown);
    });
  return {
    open(address, heading) {
      opened.set(address, { address, heading });
      return open({ address, heading });
    },
    async openAgain(how) {
      for (const one of opened.values()) await open(one, how);
    },
    see: (text) => step(`See ${quoted(text)}`, async () => void (await seen(scope.getByText(text)))),
    seePart: (role, name) => step(`See the ${role} ${quoted(name)}`, async () => void (await seen(part(role, name)))),
    press: (name, role = 'button') =>
      step(`Press ${quoted(name)}`, async () =>
        (await seen(part(role, name), { isPointedAt: true })).click({ timeout: patienceMs }),
      ),
    write: (label, text) => step(`Write into "${label}"`, async () => (await seen(scope.getByLabel(label))).fill(text)),
    choose: (label, option) =>
      step(`Choose "${option}" in "${label}"`, async () => {
        await (await seen(scope.getByLabel(label))).selectOption(option);
      }),
    hasCalled: (endpoint, like = {}) =>
      step(`See that it called ${nameOf(endpoint)}`, () =>
        until(
          activity,
          () => calls.made.some((call) => nameOf(call.endpoint) === nameOf(endpoint) && isLike(call.body, like)),
          patienceMs,
          `it did not, or not with ${JSON.stringify(like)}`,
        ),
      ),
    step: (name, work) => step(name, () => work(page, scope)),
    rest,
    keepMemory: () => withDevtools(assertKeepsMemory),
  };
}

/**
 * Looks again for as long as the page has something to do, and there is patience: screens draw themselves in steps.
 * @returns the first of them that people see: others are for screen readers alone
 * @throws Error that says why they see none
 */
async function seenIn(
  page: Page,
  of: Locator,
  { patienceMs, activity, isPointedAt = false }: { patienceMs: number; activity: Activity; isPointedAt?: boolean },
): Promise<Locator> {
  const visible = of.filter({ visible: true });
  const end = performance.now() + patienceMs;
  let problem: Error;
  do {
    problem = new Error((await of.count()) > 0 ? 'it is in the page, but hidden' : 'it did not come');
    const count = Math.min(MOST_ALIKE, await visible.count());
    for (let n = 0; n < count; n += 1)
      try {
        // Some buttons show when the mouse is near.
        if (isPointedAt) await visible.nth(n).hover({ timeout: GLANCE_MS });
        await assertSeen(page, visible.nth(n), GLANCE_MS);
        return visible.nth(n);
      } catch (error) {
        problem = error as Error;
      }
    await sleep(ASKED_EVERY_MS);
  } while (performance.now() < end && !(await activity.isSettled()));
  throw problem;
}

/** @throws Error for a page that shows another version, as that of a product that fell back on one would */
async function assertGiven(page: Page, area: string, version: string): Promise<void> {
  const text = (await page.locator('#remotes').textContent()) ?? '{}';
  const { previews = [] } = JSON.parse(text) as { previews?: { name: string; version: string }[] };
  if (!previews.some((one) => one.name === area && one.version === version))
    throw new Error(`the page came without ${area} ${version}: its pass may have expired`);
}

/** Whether everything of `like` is in it. */
function isLike(given: unknown, like: object): boolean {
  return Object.entries(like).every(
    ([key, value]) => JSON.stringify((given as Record<string, unknown> | null)?.[key]) === JSON.stringify(value),
  );
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function quoted(text: string | RegExp): string {
  return typeof text === 'string' ? `"${text}"` : String(text);
}
