import { parseArgs, type ParseArgsConfig } from 'node:util';
import { fail } from '../lifecycle.ts';
import { frontEndNames } from '../packages.ts';

/**
 * What a command was told to do with an area or the shell: `npm run release -- mf-history --dry-run`. Ends the process
 * with how to say it otherwise, and for `--help`.
 * @param help what its options do, a line each
 * @param verbs words that may stand before the area, or behind it
 * @returns its `folder`, which may be named as its package or as its container, the options, and the verb; null: none
 */
export function remoteCommand<Options extends NonNullable<ParseArgsConfig['options']>, Verb extends string = never>(
  { usage, help }: { readonly usage: string; readonly help: string },
  options: Options,
  verbs: readonly Verb[] = [],
) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(`${usage}\n\n${help}`);
    process.exit(0);
  }
  // npm takes an option for its own, also one of its own that only begins so: --to becomes --token-description.
  const kept = Object.keys(options).find((option) =>
    Object.keys(process.env).some((name) => name.startsWith(`npm_config_${option.replaceAll('-', '_')}`)),
  );
  if (kept !== undefined)
    fail(`npm has kept --${kept} to itself, so nothing was done: what is for the command comes after a --.\n${usage}`);
  const { values, positionals: words } = parsed(usage, options);
  const [verb = null, ...others] = verbs.filter((one) => words.includes(one));
  if (others.length > 0) fail(`One thing at a time.\n${usage}`);
  const positionals = words.filter((word) => word !== verb);
  const names = frontEndNames();
  const folder = positionals[0]?.replaceAll('_', '-') ?? '';
  if (!names.includes(folder)) fail(`${usage}\nThere are ${names.join(', ')}.`);
  if (positionals.length > 1) fail(`One at a time, so that each is released, or refused, by itself.\n${usage}`);
  return { folder, options: values, verb };
}

function parsed<Options extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: Options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return fail(`${(error as Error).message}\n${usage}`);
  }
}
