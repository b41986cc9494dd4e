import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Endpoint } from '../../../api/src/contract/endpoint.ts';
import { SHELL } from '../../../api/src/contract/remotes.ts';
import type { Robot, Role } from '../smoke.ts';
import type { Activity } from './activity.ts';
import type { AnsweredCalls, MadeCall } from './answered-calls.ts';
import { assertKeepsMemory } from './memory.ts';
import { assertLetsGo } from './repeated-steps.ts';
import { untilQuiet } from './quiet.ts';
import { isUnanswered, until } from './steps.ts';
import { assertSeen } from './visible.ts';

/** Whoever looks further than this has a name that says too little. */
const MOST_ALIKE = 5;
/** At one of them, until it is looked for again. */
const GLANCE_MS = 3000;
const ASKED_EVERY_MS = 100;
/** A screen of the shell's own: whoever is there has left every area. */
const ELSEWHERE = { address: '/settings', heading: 'Settings' };

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
  /** Takes the steps of the journey again in the same page, which must let go of what they needed. */
  letGo(run: () => Promise<void>): Promise<void>;
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
  let isAgain = false;
  const seen = (of: Locator, how = {}) => seenIn(page, of, { patienceMs, activity, isKnown: isAgain, ...how });
  const rest = () => withDevtools(page, (devtools) => untilQuiet(devtools, patienceMs));
  const opened = new Map<string, Opened>();
  const open = ({ address, heading }: Opened, how = '') =>
    step(`Open ${address}${how} and see "${heading}"`, async () => {
      calls.begin();
      await page.goto(`${origin}${address}`, { waitUntil: 'commit' });
      const shown = headingIn(scope, heading);
      await seen(shown);
      await assertGiven(page, area, version);
      await rest();
      // What comes late may hide what was there before.
      await seen(shown);
    });
  /** The page has something to do after it, also where it need not ask for anything. */
  const act = (name: string, work: () => Promise<void>) => step(name, () => work().then(activity.touch));
  const goTo = ({ address, heading }: Opened, within = scope) =>
    step(`Go to ${address} and see "${heading}"`, async () => {
      calls.begin();
      await page.evaluate(followLink, address).then(activity.touch);
      await seen(headingIn(within, heading));
    });
  const leave = () => goTo(ELSEWHERE, page.locator('body'));
  return {
    open(address, heading) {
      if (isAgain) return goTo({ address, heading });
      opened.set(address, { address, heading });
      return open({ address, heading });
    },
    async openAgain(how) {
      for (const one of opened.values()) await open(one, how);
    },
    ...looking({ scope, part, step, seen }),
    press: (name, role = 'button') =>
      act(`Press ${quoted(name)}`, async () =>
        (await seen(part(role, name), { isPointedAt: true })).click({ timeout: patienceMs }),
      ),
    ...filling({ scope, act, seen }),
    hasCalled: (endpoint, like = {}) =>
      step(`See that it called ${nameOf(endpoint)}`, () =>
        untilCalled(endpoint, like, { calls, activity, patienceMs, isAgain }),
      ),
    step: (name, work) => step(name, () => work(page, scope)),
    rest,
    keepMemory: () => withDevtools(page, assertKeepsMemory),
    async letGo(run) {
      isAgain = true;
      await withDevtools(page, (devtools) => assertLetsGo(devtools, stepsAndAway(page, { run, leave, rest })));
      isAgain = false;
    },
  };
}

type Step = Place['step'];
type Seen = (of: Locator) => Promise<Locator>;

const looking = ({
  scope,
  part,
  step,
  seen,
}: {
  scope: Locator;
  part: (role: Role, name: string | RegExp) => Locator;
  step: Step;
  seen: Seen;
}): Pick<Robot, 'see' | 'seePart'> => ({
  see: (text) => step(`See ${quoted(text)}`, async () => void (await seen(scope.getByText(text)))),
  seePart: (role, name) => step(`See the ${role} ${quoted(name)}`, async () => void (await seen(part(role, name)))),
});

const filling = ({ scope, act, seen }: { scope: Locator; act: Step; seen: Seen }): Pick<Robot, 'write' | 'choose'> => ({
  write: (label, text) => act(`Write into "${label}"`, async () => (await seen(scope.getByLabel(label))).fill(text)),
  choose: (label, option) =>
    act(`Choose "${option}" in "${label}"`, async () => {
      await (await seen(scope.getByLabel(label))).selectOption(option);
    }),
});

const headingIn = (of: Locator, name: string) => of.getByRole('heading', { level: 1, name });

async function withDevtools(page: Page, work: (devtools: CDPSession) => Promise<void>): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await work(devtools);
  await devtools.detach();
}

function untilCalled(
  endpoint: Endpoint,
  like: object,
  { calls, activity, patienceMs, isAgain }: Pick<Place, 'calls' | 'activity' | 'patienceMs'> & { isAgain: boolean },
): Promise<void> {
  const isIt = (call: MadeCall) => nameOf(call.endpoint) === nameOf(endpoint) && isLike(call.body, like);
  // What was read before need not be read again.
  const isKnown = isAgain && endpoint.method === 'GET';
  const otherwise = `it did not, or not with ${JSON.stringify(like)}`;
  return until(activity, () => isKnown || calls.made.some(isIt), patienceMs, otherwise);
}

/** Runs inside the page: goes to an address of it as its links do, without a new page. */
function followLink(address: string): void {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

/** All steps, and out of the area, as people leave it who close what stands open. */
function stepsAndAway(
  page: Page,
  { run, leave, rest }: Readonly<Record<'run' | 'leave' | 'rest', () => Promise<void>>>,
): () => Promise<void> {
  const parts = [leave, run, () => page.keyboard.press('Escape'), rest, leave, rest];
  return async () => {
    for (const part of parts) await part();
  };
}

interface Looking {
  readonly patienceMs: number;
  readonly activity: Activity;
  readonly isPointedAt?: boolean;
  /** People saw it the first time: pictures of it tell nothing more. */
  readonly isKnown?: boolean;
}

/**
 * Looks again for as long as the page has something to do, and there is patience: screens draw themselves in steps.
 * @returns the first of them that people see: others are for screen readers alone
 * @throws Error that says why they see none
 */
async function seenIn(
  page: Page,
  of: Locator,
  { patienceMs, activity, isPointedAt = false, isKnown = false }: Looking,
): Promise<Locator> {
  const visible = of.filter({ visible: true });
  const end = performance.now() + patienceMs;
  let problem: Error;
  let isLookedAt: boolean;
  do {
    problem = new Error((await of.count()) > 0 ? 'it is in the page, but hidden' : 'it did not come');
    isLookedAt = true;
    const count = Math.min(MOST_ALIKE, await visible.count());
    for (let n = 0; n < count; n += 1)
      try {
        // Some buttons show when the mouse is near.
        if (isPointedAt) await visible.nth(n).hover({ timeout: GLANCE_MS });
        if (!isKnown) await assertSeen(page, visible.nth(n), GLANCE_MS);
        return visible.nth(n);
      } catch (error) {
        problem = error as Error;
        isLookedAt &&= !isUnanswered(problem);
      }
    await sleep(ASKED_EVERY_MS);
  } while (performance.now() < end && !(isLookedAt && (await activity.isSettled())));
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
