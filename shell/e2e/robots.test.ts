import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { containerName } from '../../scripts/build/area-package.ts';
import { logIn as sessionOf } from '../../scripts/bench/client.ts';
import { frontEndNames } from '../../scripts/packages.ts';
import { ROOT } from '../../scripts/paths.ts';
import { readBuild, sendMissing } from '../../scripts/release/build-to-send.ts';
import { productClient } from '../../scripts/release/product-client.ts';
import { readJourney } from '../../scripts/release/robot/read-journey.ts';
import { tryVersion } from '../../scripts/release/robot/try-version.ts';
import { LATE_PART_MS } from '../src/kit/runtime/patience.ts';
import { useProduct } from './journey.ts';
import { makeShell } from './make-shell.ts';
import { makeBuild } from './make-release.ts';

const running = useProduct();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-robots-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let cookie: string;
beforeAll(async () => {
  ({ cookie } = await sessionOf(running.product, 'admin'));
});

async function tokenFor(area: string): Promise<string> {
  const { url } = running.product;
  const answer = await fetch(`${url}/api/admin/release-tokens`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: area, area, rights: ['stage', 'move'] }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Of one step, however busy the machine. */
const PATIENCE_MS = 120_000;

/** Stages a build and has a robot try it. @returns what failed, or null */
async function tried(name: string, dist: string, patienceMs = PATIENCE_MS): Promise<string | null> {
  const area = containerName(name);
  const client = productClient({ origin: running.product.url, token: await tokenFor(name), area });
  const build = await readBuild(dist, area);
  await sendMissing(client, build);
  await client.release({ files: [...build.files], as: 'staged', robot: 'first' });
  const failure = await tryVersion({
    browser: running.browser,
    origin: running.product.url,
    pass: await client.robotPass(build.version),
    area,
    version: build.version,
    journey: await readJourney(path.join(ROOT, name)),
    patienceMs,
  });
  return failure?.sentence ?? null;
}

/** Source that gives up as what waits for a file does, where it is not given the patience of the robot. */
const GIVES_UP =
  `{ const began = performance.now(); setTimeout(() => { if (performance.now() - began < ${2 * LATE_PART_MS}) ` +
  `throw new Error("gave up on a file"); }, ${LATE_PART_MS}); }`;

test.each(frontEndNames())('the smoke journey of %s passes on its build, however late its files come', async (name) => {
  const dist =
    name === 'shell'
      ? makeShell(path.join(folder, 'shell'), '5', GIVES_UP)
      : makeBuild(running.product, name, '9.0.0', { end: `;${GIVES_UP}` });
  expect(await tried(name, dist)).toBeNull();
});

const ENDLESS = 'computes without end';
/** Source that runs before the module of mf-history is handed out as `factory`. */
const FAULTS: readonly [what: string, source: string, found: RegExp][] = [
  ['throws as it is loaded', 'throw new Error("broken import");', /^Open \/history .*broken import/],
  [
    'throws as it is drawn',
    'return () => ({ remote: { ...factory().remote, "/history": () => { throw new Error("broken screen") } } });',
    /^Open \/history .*broken screen/,
  ],
  [
    'throws after the click',
    'addEventListener("click", ({ target }) => { ' +
      'if (target.textContent === "View") throw new Error("broken click"); });',
    /broken click/,
  ],
  [
    'asks for a file that is not there',
    'document.head.append(Object.assign(document.createElement("script"), { src: "/gone.0a1b2c3d.js" }));',
    /^Open \/history .*\/gone\.0a1b2c3d\.js answers 404/,
  ],
  ['hides its main button', 'hide("li button { opacity: 0 !important; }");', /^Press "View": .*nobody can see it/],
  [
    'covers its main button',
    'hide("li { position: relative; } ' +
      "li::after { content: ''; position: absolute; inset: 0; background: white; z-index: 9; }\");",
    /^(See|Press) .*: .*(nobody can see it|covered by)/,
  ],
  [
    'shows other data than it was given',
    'const { json } = Response.prototype; Response.prototype.json = async function () { return ' +
      'JSON.parse(JSON.stringify(await json.call(this)).replace(/"total":1\\b/, \'"total":2\')); };',
    /^See "1 published post": it did not come/,
  ],
  [
    'shows no heading on a phone in dark',
    'hide("@media (width < 600px) and (prefers-color-scheme: dark) { h1 { opacity: 0 !important; } }");',
    /^Open \/history on a phone, in dark, .*nobody can see it/,
  ],
  [
    'holds more and more memory',
    'const held = []; setInterval(() => held.push(new Array(30_000).fill(held.length)), 60);',
    /^Stay open: its memory grows by [\d.]+ MB a second/,
  ],
  [
    'keeps more with every click',
    'const held = []; addEventListener("click", () => held.push(new Array(100_000).fill(held.length)));',
    /^Take the same steps again: each time it keeps [\d.]+ MB more/,
  ],
  [
    'leaves elements and listeners behind with every click',
    'const held = []; addEventListener("click", () => { for (let n = 0; n < 100; n += 1) { ' +
      'const left = document.createElement("i"); left.addEventListener("click", () => {}); held.push(left); } });',
    /^Take the same steps again: each time it keeps (?:[\d.]+ MB more, )?\d+ elements more, \d+ listeners more/,
  ],
  [
    ENDLESS,
    'setInterval(() => { for (const end = performance.now() + 75; performance.now() < end; ); }, 91);',
    /^Open \/history .*without end|did not come/,
  ],
];
const HIDE =
  'const hide = (css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); ' +
  'document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; };';

describe('a robot finds a version of Post History that', () => {
  test.each(FAULTS)('%s', async (what, source, found) => {
    const end =
      ';{ const { init, get } = mf_history; mf_history = { init, get: async (name) => { ' +
      `const factory = await get(name); ${HIDE} ${source} return factory; } }; }`;
    const version = `9.1.${FAULTS.findIndex(([one]) => one === what)}`;
    const dist = makeBuild(running.product, 'mf-history', version, { end });
    // Only what never rests is waited for as long as there is patience.
    expect(await tried('mf-history', dist, what === ENDLESS ? 4000 : undefined)).toMatch(found);
  });
});
