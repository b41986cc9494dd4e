import postcss from 'postcss';
import { expect, test } from 'vitest';
import { ownStyles } from './own-styles.ts';

const built = (css: string, from = '/areas/mf-ideas/src/styles.css') =>
  postcss([ownStyles('mf_ideas')])
    .process(css, { from })
    .css.replaceAll(/\s+/g, ' ');

test.each([
  '[data-remote="mf_ideas"] { .p-4 { padding: 1rem } & > h1, &.wide { color: red } }',
  '[data-remote=mf_ideas].wide, [data-remote=mf_ideas] > ul + ul { color: red }',
  "@layer base, utilities; @media print { [data-remote='mf_ideas'] { .space-y-2 { :where(& > *) { color: red } } } }",
  ':where([data-remote="mf_ideas"] .divide-y > :not(:last-child)) { color: red }',
  ':is(:where(.group):is([open], :popover-open) :is([data-remote=mf_ideas] .p-1\\(a\\))) { color: red }',
  '@keyframes shake { from { opacity: 0 } } @property --angle { syntax: "*"; inherits: false }',
])('styles below the own root are built as they are: %s', (css) => {
  expect(built(css)).toBe(css);
});

test.each([
  ['button { color: red }', 'button'],
  ['@layer base { @media print { :root { --color-ink: red } } }', ':root'],
  ['[data-remote=mf_ideas] .p-4, .p-4 { padding: 1rem }', '[data-remote=mf_ideas] .p-4, .p-4'],
  ['[data-remote=mf_admin] .p-4 { padding: 1rem }', '[data-remote=mf_admin] .p-4'],
  ['body:has([data-remote=mf_ideas]) { margin: 0 }', 'body:has([data-remote=mf_ideas])'],
  [':where([data-remote=mf_ideas] p, a) { color: red }', ':where([data-remote=mf_ideas] p, a)'],
  ['[data-remote=mf_ideas] ~ div { color: red }', '[data-remote=mf_ideas] ~ div'],
  ['[data-remote=mf_ideas] { & + div { color: red } }', '& + div'],
  ['[data-remote=mf_ideas] { @media print { body:not(&) { color: red } } }', 'body:not(&)'],
])('what would reach further fails the build, by its file, line and rule: %s', (css, rule) => {
  expect(() => built(css)).toThrow(
    `/areas/mf-ideas/src/styles.css:1:${css.indexOf(rule) + 1}: The rule "${rule}" would style what is not of ` +
      "mf_ideas, too. Put it inside [data-remote='mf_ideas'] { … }.",
  );
});

test('the styles of a package are put below it, those of its whole page on it', () => {
  const from = '/areas/mf-ideas/node_modules/plot/plot.css';
  expect(built('.plot, html { color: red }', from)).toBe("[data-remote='mf_ideas'] { .plot, & { color: red } }");
  expect(built('@media print { :root.dark .plot { color: red } }', from)).toBe(
    "@media print { [data-remote='mf_ideas'] { &.dark .plot { color: red } } }",
  );
});
