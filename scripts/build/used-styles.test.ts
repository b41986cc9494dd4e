import { expect, test } from 'vitest';
import { unusedUtilities } from './used-styles.ts';

function rest(css: string, code: string): string {
  return unusedUtilities(css, code)
    .toReversed()
    .reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), css);
}

const sheet = (...rules: string[]) => `@layer utilities{${rules.join('')}}`;

test('a utility goes that no script names, and all that is named stays', () => {
  const css = sheet(
    '.p-4{padding:1rem}',
    '.gap-0\\.5{gap:2px}',
    '@media (width>=48rem){.md\\:p-4{padding:1rem}}',
    ':where(.space-y-2>:not(:last-child)){margin:0}',
    '.group-hover\\:flex:is(:where(.group):hover *){display:flex}',
    ".before\\:content-\\[\\'x\\'\\]:before{content:'x'}",
    '.hidden{display:none}',
  );
  const code = 'const a=`gap-0.5 md:p-4\\nspace-y-2 ${b}`,c={hidden:b},d="group-hover:flex"';
  expect(rest(css, code)).toBe(css.replace('.p-4{padding:1rem}', ''));
  expect(rest(css, '"gap-p-4 p-4x"')).toBe(
    sheet('@media (width>=48rem){}', ".before\\:content-\\[\\'x\\'\\]:before{content:'x'}"),
  );
});

test('what is no utility stays, whoever names it', () => {
  const css = '@layer base{.p-4{padding:0}}.chart{color:red}@layer components{.p-4{color:red}}.q{.p-4{color:red}}';
  expect(rest(css, '')).toBe(css);
  expect(rest(sheet('svg.p-4{color:red}', ':root{color:red}', '.a,svg{color:red}'), '')).toBe(
    sheet('svg.p-4{color:red}', ':root{color:red}', '.a,svg{color:red}'),
  );
});
