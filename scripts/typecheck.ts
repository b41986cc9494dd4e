import fs from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { fail } from './lifecycle.ts';
import { frontEndNames } from './packages.ts';
import { ROOT } from './paths.ts';
import { runTool } from './step.ts';

const AT_ONCE = 2;

/** Every configuration: the contract compiles alone, without Node's types or the browser's; so do screens, apart from their tests. */
function projects(): string[] {
  return ['api/src/contract', 'api', 'api/sandbox/sdk/browser', ...frontEndNames(), 'shell/e2e', 'scripts']
    .flatMap((folder) => [`${folder}/tsconfig.json`, `${folder}/tsconfig.test.json`])
    .filter((file) => fs.existsSync(path.join(ROOT, file)));
}

/** Type-checks the packages of `only`, or all; prints what is wrong. Answers whether all is well. */
export async function typecheck(only: readonly string[] = []): Promise<boolean> {
  const chosen = projects().filter((file) => only.length === 0 || only.some((name) => file.startsWith(`${name}/`)));
  const outcomes = await pMap(chosen, (file) => runTool('tsc', ['-p', file, '--pretty', 'false']), {
    concurrency: AT_ONCE,
  });
  // A file that two projects include is reported once.
  const lines = new Set(
    outcomes.filter(({ code }) => code !== 0).flatMap(({ output }) => output.trimEnd().split('\n')),
  );
  for (const line of lines) console.log(line);
  return outcomes.every(({ code }) => code === 0);
}

if (import.meta.main) {
  if (!(await typecheck(process.argv.slice(2)))) fail('The types do not fit.');
}
