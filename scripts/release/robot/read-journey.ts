import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SmokeJourney } from '../smoke.ts';

/** Where an area, or the shell, declares what must work before anybody gets a version of it. */
const FILE = 'smoke.ts';

/**
 * The smoke journey of the package in a folder.
 * @throws Error that says what to write where there is none
 */
export async function readJourney(directory: string): Promise<SmokeJourney> {
  const file = path.join(directory, FILE);
  if (!fs.existsSync(file))
    throw new Error(
      `There is no ${FILE} in ${directory}: the smoke journey that a robot takes before anybody gets a version. ` +
        'Write one, as CONTRIBUTING.md shows, or give the reason with --without-robot "...".',
    );
  const { default: journey } = (await import(pathToFileURL(file).href)) as { default?: SmokeJourney };
  if (typeof journey?.run !== 'function' || !Array.isArray(journey.answers))
    throw new Error(`${file} must export its smokeJourney({ answers, run }) as default.`);
  return journey;
}
