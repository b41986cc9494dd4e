import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';

const GUIDE = 'api/docs/upgrades.md';
const STEPS = ['prepare', 'migrate', 'switch', 'back', 'down'] as const;
type Step = (typeof STEPS)[number];

/**
 * The commands that operators are told to give, by the names that their blocks have in the guide. They are run as they
 * stand there, so that the guide says nothing that was not tried.
 */
export function readSteps(): Readonly<Record<Step, string>> {
  const guide = fs.readFileSync(path.join(ROOT, GUIDE), 'utf8');
  const blocks = Array.from(guide.matchAll(/^```sh (\w+)\n([^]*?)^```$/gm), ([, name = '', text = '']) => [name, text]);
  const names = blocks.map(([name]) => name).join(' ');
  if (names !== STEPS.join(' ')) throw new Error(`${GUIDE} has the steps ${names}, and not ${STEPS.join(' ')}`);
  return Object.fromEntries(blocks) as Record<Step, string>;
}
