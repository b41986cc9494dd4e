import fs from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A program, and the variables that it needs. */
export interface BrowserProgram {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The browser of CHROME_PATH, else the system's, else the one that Playwright has installed; null: there is none. */
export function installedBrowser(): BrowserProgram | null {
  const wanted = process.env['CHROME_PATH'];
  if (wanted && !fs.existsSync(wanted)) throw new Error(`CHROME_PATH is ${wanted}, and nothing is there`);
  const path = wanted || [...PLACES, chromium.executablePath()].find((file) => fs.existsSync(file));
  return path === undefined ? null : { path, env: {} };
}

/** Starts a Chromium without a window. */
export function launch({ path, env }: BrowserProgram): Promise<Browser> {
  // Chromium's own sandbox cannot be set up by root.
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  return chromium.launch({ executablePath: path, args, env: { ...definedEnvironment(), ...env } });
}

/** @throws Error that says what to install */
export async function launchInstalledBrowser(): Promise<Browser> {
  const program = installedBrowser();
  if (program === null)
    throw new Error(
      'The robot that tries a version needs a browser, and there is none: install Chrome or Chromium, ' +
        'set CHROME_PATH to one, or run npx playwright-core install chromium.',
    );
  return launch(program);
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
