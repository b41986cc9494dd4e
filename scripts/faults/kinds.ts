import type { Page } from 'playwright-core';
import { REACT } from '../../shell/e2e/make-release.ts';

/** Something wrong with a version, and what people do to meet it. */
export interface FaultKind {
  readonly name: string;
  /** The exposed module, as source of a function; left out, it is the build's own. */
  readonly factory?: string;
  readonly css?: string;
  /** What stands in the code of its screens, and what stands in its place. */
  readonly code?: readonly [string, string];
  /** Addresses that the version asks in vain. */
  readonly failingCalls?: RegExp;
  /** Files of the version that are gone. */
  readonly missing?: RegExp;
  /** Pages read its manifest first, as they do that of earlier builds. */
  readonly isReadFirst?: boolean;
  /** Once the area was opened. */
  readonly act?: (page: Page) => Promise<void>;
  /** What only somebody who looks can tell. */
  readonly isSilent?: boolean;
}

/** A screen of a version that was made for this, with React at hand, in the element that every area has around it. */
const screen = (component: string) => `async () => {
  const React = ${REACT};
  const { createElement, useEffect, useState } = React;
  const Screen = ${component};
  const area = () => createElement('div', { 'data-remote': 'mf_history' }, createElement(Screen));
  return { remote: { '/history': area, '/scheduled': area } };
}`;
const button = (handler: string) =>
  screen(`() => createElement('main', null, createElement('h1', null, 'Post History'),
    createElement('button', { onClick: ${handler} }, 'Press'))`);
const press = async (page: Page) => {
  const asked = page.getByRole('button', { name: 'Press' });
  await asked.waitFor({ timeout: 20_000 });
  // What never stops computing never says that it was pressed.
  await asked.click({ timeout: 4000 });
};
const thrice = async (page: Page) => {
  for (let n = 0; n < 3; n += 1) await press(page).catch(() => {});
};
const BLOCK = 'const end = performance.now() + 900; while (performance.now() < end);';

/** In place of a call that each screen makes: from the first one on it holds 4 MB more each second. */
const LEAK =
  '.toLocaleString("en", void (self.held ??= [setInterval(() => self.held.push(new Array(3e4).fill(0)), 60)]))';

/** Things that may be wrong with a version whose files are as they were released. */
export const FAULT_KINDS: readonly FaultKind[] = [
  { name: 'throws at import', factory: "() => { throw new Error('broken at import'); }" },
  { name: 'throws at render', factory: screen("() => { throw new Error('broken at render'); }") },
  {
    name: 'throws in an effect',
    factory: screen("() => { useEffect(() => { throw new Error('broken effect'); }); return 'x'; }"),
  },
  { name: 'throws after a click', factory: button("() => { throw new Error('broken by a click'); }"), act: press },
  {
    name: 'rejects after a click',
    factory: button("async () => { throw new TypeError('nobody waited'); }"),
    act: press,
  },
  {
    name: 'breaks its screen by a click',
    factory: screen(`() => { const [bad, setBad] = useState(false);
      if (bad) throw new Error('bad state');
      return createElement('button', { onClick: () => setBad(true) }, 'Press'); }`),
    act: press,
  },
  {
    name: 'throws in 1 of 3 clicks',
    factory: button("() => { window.n = (window.n ?? 0) + 1; if (window.n % 3 === 0) throw new Error('at times'); }"),
    act: thrice,
  },
  {
    name: 'throws by a timer',
    factory: screen(
      "() => { useEffect(() => { setTimeout(() => { throw new Error('late'); }, 500); }, []); return 'x'; }",
    ),
  },
  { name: 'has no such screen', factory: '() => ({ remote: {} })' },
  { name: 'exposes nothing', factory: '() => undefined' },
  {
    name: 'renders without end',
    factory: screen('() => { const [n, setN] = useState(0); setN(n + 1); return String(n); }'),
  },
  { name: 'never stops computing', factory: screen('() => { for (;;); }') },
  { name: 'stops answering after a click', factory: button('() => { for (;;); }'), act: press },
  {
    // As a leak ends; browsers tell pages nothing of one before.
    name: 'its page dies after a while',
    factory: button('() => {}'),
    act: async (page) => {
      await press(page);
      const devtools = await page.context().newCDPSession(page);
      await Promise.race([devtools.send('Page.crash'), page.waitForEvent('crash')]);
    },
  },
  { name: 'slow after a click', factory: button(`() => { ${BLOCK} }`), act: thrice },
  { name: 'calls that fail', failingCalls: /\/api\/posts/ },
  { name: 'its entry is missing', missing: /remoteEntry\.js/ },
  { name: 'its manifest is missing', missing: /mf-manifest\.json/, isReadFirst: true },
  { name: 'its chunks are missing', missing: /^(?!remoteEntry).*\.js/ },
  { name: 'shows wrong data', code: ['.toLocaleString("en")', '.toLocaleString("en").concat("0")'], isSilent: true },
  {
    name: 'leaks memory',
    code: ['.toLocaleString("en")', LEAK],
    isSilent: true,
  },
  { name: 'CSS hides its buttons', css: 'button { display: none !important }', isSilent: true },
];
