import { fail } from './lifecycle.ts';
import { frontEndNames } from './packages.ts';
import { runTool } from './step.ts';

/**
 * Every configuration: the contract compiles alone, without Node's types or the browser's; so do screens, apart from
 * their tests.
 */
function projects(): string[] {
  const whole = ['api/src/contract', 'api', ...frontEndNames(), 'shell/e2e', 'scripts'];
  return [...whole.map((folder) => `${folder}/tsconfig.json`), 'shell/tsconfig.test.json'];
}

/** Type-checks what changed in the packages of `only`, or in all; prints what is wrong. Answers whether all is well. */
export async function typecheck(only: readonly string[] = []): Promise<boolean> {
  const chosen = projects().filter((file) => only.length === 0 || only.some((name) => file.startsWith(`${name}/`)));
  if (chosen.length === 0) return true;
  // The projects run beside each other. Four checkers in each, as is the rule, would find out the same four times.
  const { code, output } = await runTool('tsc', ['-b', ...chosen, '--checkers', '1', '--pretty', 'false']);
  // A file that two projects include is reported once.
  for (const line of new Set(output.trimEnd().split('\n'))) if (line !== '') console.log(line);
  return code === 0;
}

if (import.meta.main) {
  if (!(await typecheck(process.argv.slice(2)))) fail('The types do not fit.');
}
