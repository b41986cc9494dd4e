import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import type { SmokeJourney } from '../smoke.ts';
import { watchActivity } from './activity.ts';
import { answerCalls } from './answered-calls.ts';
import { collectFaults, watchPage, type Faults } from './faults.ts';
import { waitForFiles } from './patient-page.ts';
import { robotIn } from './robot.ts';
import { shellAnswers } from './shell-answers.ts';
import { StepError, steps } from './steps.ts';

/** Of one step, on a machine that may be busy. */
const STEP_MS = 30_000;
/** All steps together take as long as so many. */
const JOURNEY_STEPS = 6;
const CLOSED_WITHIN_MS = 5000;
/** Looked at with as many files as can be in the cache already: it costs about half a second for each address. */
const PHONE = { width: 390, height: 844 };
const ADMIN_AREA = 'mf_admin';

export interface Trial {
  readonly browser: Browser;
  readonly origin: string;
  /** What lets the robot in. */
  readonly pass: string;
  /** Such as mf_history. */
  readonly area: string;
  readonly version: string;
  readonly journey: SmokeJourney;
  /** How long one step may take, in ms. */
  readonly patienceMs?: number;
}

/** What the robot found: the step that failed and why, with a picture of the page then; null: all is well. */
export interface Failure {
  readonly sentence: string;
  readonly picture: Buffer | null;
}

/**
 * Runs the smoke journey of an area on one version of it, in a browser of its own cookies and cache; then opens its
 * screens as on a phone, in dark.
 */
export async function tryVersion({ browser, ...trial }: Trial): Promise<Failure | null> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const faults = collectFaults();
  watchPage(context, trial.origin, faults);
  try {
    return await inContext(context, trial, faults);
  } finally {
    // A page that computes without end does not close by itself.
    await Promise.race([context.close().catch(() => {}), sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
  }
}

async function inContext(
  context: BrowserContext,
  { origin, pass, area, version, journey, patienceMs = STEP_MS }: Omit<Trial, 'browser'>,
  faults: Faults,
): Promise<Failure | null> {
  const answers = [...shellAnswers({ isAdmin: area === ADMIN_AREA }), ...journey.answers];
  const calls = await answerCalls(context, { origin, pass, answers, faults });
  await waitForFiles(context, patienceMs);
  // What a page sends as it is closed is not answered by anybody any more.
  await context.addInitScript(() => Object.assign(navigator, { sendBeacon: () => true }));
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const walk = steps(faults, patienceMs);
  const robot = robotIn(page, {
    origin,
    area,
    version,
    patienceMs,
    calls,
    activity: watchActivity(context, page),
    step: walk.step,
  });
  try {
    await Promise.race([journey.run(robot), overtime(JOURNEY_STEPS * patienceMs)]);
    if (page.url() === 'about:blank') throw new Error('the smoke journey opens no screen of the area');
    await walk.step('Come to rest', () => robot.rest());
    await walk.step('Stay open', () => robot.keepMemory());
    await robot.letGo(() => journey.run(robot));
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(PHONE);
    await robot.openAgain(' on a phone, in dark,');
    return null;
  } catch (error) {
    const where = error instanceof StepError ? error.message : `${walk.current()}: ${(error as Error).message}`;
    const missing = [...calls.unanswered];
    const hint = missing.length === 0 ? '' : ` (The smoke journey has no answer to ${missing.join(', ')}.)`;
    return {
      sentence: `${where}${hint}`,
      picture: await page.screenshot({ timeout: CLOSED_WITHIN_MS }).catch(() => null),
    };
  }
}

async function overtime(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error(`the smoke journey takes longer than ${ms / 60_000} minutes`);
}
