import pMap from 'p-map';
import { fail } from './lifecycle.ts';
import { runTool } from './step.ts';

/**
 * Lints the packages of `only`, or all, and checks their format; of all, also looks for exports, files and dependencies
 * that nothing uses. Answers whether all is well.
 */
export async function lint(only: readonly string[] = []): Promise<boolean> {
  const places = only.length > 0 ? only : ['.'];
  const tools: [string, string[]][] = [
    ['oxfmt', ['--check', ...places]],
    ['oxlint', ['--type-aware', '--deny-warnings', ...places]],
  ];
  // What is unused can be told only from the whole.
  if (only.length === 0) tools.push(['knip', ['--no-progress', '--no-config-hints']]);
  const outcomes = await pMap(tools, ([tool, args]) => runTool(tool, args), { concurrency: 2 });
  for (const { code, output } of outcomes) if (code !== 0) console.log(output.trim());
  return outcomes.every(({ code }) => code === 0);
}

if (import.meta.main) {
  if (!(await lint(process.argv.slice(2)))) fail('Lint found something.');
}
