import type { Compiler } from '@rspack/core';
import postcss, { type AtRule, type Node } from 'postcss';

/** The class that a utility of Tailwind is for. */
const CLASS = /^(?::where\(|:is\()?\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/i;
const ESCAPED = /\\(?:([0-9a-f]{1,6}) ?|(.))/gi;
/** What can stand beside a class in a script: a text names several, and a key of an object is one. */
const [BEFORE, AFTER] = [/(?:[\s"'`,{}(]|\\n)$/, /^[\s"'`$,:}\\]/];

/**
 * Leaves utilities out of the sheets of a build that none of its scripts names: Tailwind reads sources, and a bundle
 * has not all that is in them.
 */
export class UsedStyles {
  apply(compiler: Compiler): void {
    const { Compilation: stages, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('UsedStyles', (compilation) => {
      // As small as they get, and before their names are made of what is in them.
      const stage = stages.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: 'UsedStyles', stage }, () => {
        const ofType = (type: string) => compilation.getAssets().filter(({ name }) => name.endsWith(type));
        const code = ofType('.js').map(({ source }) => source.source().toString());
        for (const { name, source } of ofType('.css')) {
          const rest = new sources.ReplaceSource(source);
          for (const { from, to } of unusedUtilities(source.source().toString(), code.join('\n')))
            rest.replace(from, to - 1, '');
          compilation.updateAsset(name, rest);
        }
      });
    });
  }
}

/** Where in a sheet the rules stand of utilities that nothing in `code` names. `to` is behind their end. */
export function unusedUtilities(css: string, code: string): { from: number; to: number }[] {
  const known = new Map<string, boolean>();
  const isUsed = (selector: string): boolean => {
    const [, escaped] = CLASS.exec(selector) ?? [];
    if (escaped === undefined) return true;
    const isNamed = known.get(escaped) ?? isNamedIn(code, unescaped(escaped));
    known.set(escaped, isNamed);
    return isNamed;
  };
  const unused: { from: number; to: number }[] = [];
  postcss.parse(css).walkRules((rule) => {
    if (!isUtility(rule.parent) || rule.selectors.some(isUsed)) return;
    const [from, end] = [rule.source?.start?.offset, rule.source?.end?.offset];
    if (from !== undefined && end !== undefined) unused.push({ from, to: css.indexOf('}', end - 1) + 1 });
  });
  return unused;
}

/** Whether it stands in Tailwind's own layer, under whatever conditions, and in no rule of somebody's. */
function isUtility(parent: Node | undefined): boolean {
  if (!isAtRule(parent)) return false;
  const { name, params } = parent;
  return name === 'layer' ? params === 'utilities' : isUtility(parent.parent);
}

const isAtRule = (node: Node | undefined): node is AtRule => node?.type === 'atrule';

const unescaped = (escaped: string): string =>
  escaped.replaceAll(ESCAPED, (_, hex: string | undefined, plain: string | undefined) =>
    hex === undefined ? (plain ?? '') : String.fromCodePoint(Number.parseInt(hex, 16)),
  );

function isNamedIn(code: string, name: string): boolean {
  // Scripts may write it in another way.
  if (/["'`\\]/.test(name)) return true;
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (BEFORE.test(code.slice(Math.max(0, at - 2), at)) && AFTER.test(code.slice(end, end + 1))) return true;
  }
  return false;
}
