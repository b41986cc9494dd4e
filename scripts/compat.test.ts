import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractShapes, type Contract } from '../api/src/surfaces/contract-shapes.ts';
import { describeBroken } from '../api/src/features/remotes/compatibility/describe-breaks.ts';
import { findBreaks } from '../api/src/features/remotes/compatibility/find-breaks.ts';
import type { Surface } from '../api/src/surfaces/surface.ts';
import { BREAKING_CALLS, HARMLESS_CALLS } from '../api/src/testing/changed-calls.ts';
import { kitProgram } from './build/surface/kit-program.ts';
import { checkoutOffers } from './compat/checkout-offers.ts';
import { recordedUses } from './compat/recorded-uses.ts';
import { ROOT } from './paths.ts';
import { BREAKING_KIT, type ChangedKit } from './testing/breaking-kit.ts';
import { HARMLESS_KIT } from './testing/harmless-kit.ts';

const KIT = path.join(ROOT, 'shell/src/kit');
const program = kitProgram(path.join(KIT, 'index.ts'));
const recorded = recordedUses();
let offers: Surface;
beforeAll(async () => {
  offers = await checkoutOffers();
}, 120_000);
afterAll(() => program.close());

/** What is said where the versions that are written down meet an offer. */
function refusal(of: Surface): string {
  const broken = recorded.map(({ name, versions, uses }) => ({
    name,
    version: versions[0] ?? '',
    breaks: findBreaks(uses, of, false),
  }));
  return describeBroken(broken, { separator: '\n', most: Infinity });
}

/** The offer with changes of sources. @throws Error where there is nothing to change */
function withKit(changes: readonly ChangedKit[]): Surface {
  const texts = new Map<string, string>();
  for (const { file, from, to } of changes) {
    const text = texts.get(file) ?? fs.readFileSync(path.join(KIT, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    texts.set(file, text.replaceAll(from, to));
  }
  for (const [file, text] of texts) program.put(path.join(KIT, file), text);
  try {
    return { ...offers, ...program.shapes() };
  } finally {
    for (const file of texts.keys()) program.put(path.join(KIT, file), null);
  }
}

/** Changes that hide none of each other are made at once: TypeScript reads the kit a few times in place of fifty. */
function kitCases(all: readonly ChangedKit[]): Case[] {
  const batches: ChangedKit[][] = [];
  const partOf = ({ file, says }: ChangedKit) => /^(HostApi\.\w+|\w+)/.exec(says ?? '')?.[0] ?? file;
  return all.map((one) => {
    let batch = batches.find((others) => others.every((other) => partOf(other) !== partOf(one)));
    if (batch === undefined) batches.push((batch = []));
    batch.push(one);
    const own = batch;
    return { ...one, offer: () => offerOf(own) };
  });
}

const offered = new Map<readonly ChangedKit[], Surface>();
function offerOf(batch: readonly ChangedKit[]): Surface {
  const offer = offered.get(batch) ?? withKit(batch);
  offered.set(batch, offer);
  return offer;
}

const withCalls = (changed: Contract): Surface => ({
  ...offers,
  calls: contractShapes(changed),
  contract: Object.keys(changed),
});

interface Case {
  readonly name: string;
  readonly says?: string;
  readonly offer: () => Surface;
}

const cases = (kit: readonly ChangedKit[], calls: typeof BREAKING_CALLS, others: readonly Case[]): Case[] => [
  ...kitCases(kit),
  ...calls.map((one) => ({ ...one, offer: () => withCalls(one.change()) })),
  ...others,
];
const shared = (of: Record<string, string>) => ({ ...offers, shared: of });
const without = (names: readonly string[] = [], gone: string) => names.filter((name) => name !== gone);

const BREAKING = cases(BREAKING_KIT, BREAKING_CALLS, [
  {
    name: 'another major version of React',
    offer: () => shared({ ...offers.shared, react: '20.0.0' }),
    says: 'react is now 20.0.0, and ^19.3.0 is needed',
  },
  {
    name: 'a package is shared no more',
    offer: () => shared({ react: '19.3.1', 'react-dom': '19.3.1' }),
    says: '@tanstack/react-query is no longer shared',
  },
  {
    name: 'a style is gone',
    offer: () => ({ ...offers, tokens: without(offers.tokens, '--color-bad') }),
    says: 'the style --color-bad is gone',
  },
  {
    name: 'an event of the window is gone',
    offer: () => ({ ...offers, signals: without(offers.signals, 'pagecast:session-ended') }),
    says: 'the event pagecast:session-ended is gone',
  },
]);
const HARMLESS = cases(HARMLESS_KIT, HARMLESS_CALLS, [
  { name: 'a newer React of the same major version', offer: () => shared({ ...offers.shared, react: '19.4.0' }) },
  { name: 'a package more is shared', offer: () => shared({ ...offers.shared, 'date-fns': '5.0.0' }) },
  { name: 'there is a style more', offer: () => ({ ...offers, tokens: [...(offers.tokens ?? []), '--color-brand'] }) },
]);

test('nothing that the last versions use is gone from this checkout', () => {
  expect(refusal(offers)).toBe('');
  expect(new Set(recorded.map(({ name }) => name)).size).toBeGreaterThan(6);
});

describe('what breaks the last versions is refused, with the member and who uses it', () => {
  let refused = 0;
  test.each(BREAKING)('$name', ({ offer, says = '' }) => {
    const text = refusal(offer());
    expect(text).toContain(says);
    expect(text).toMatch(/, and (shell|mf_\w+) [^,]+.* uses? it\./);
    refused++;
  });
  test('in 50 of 50 cases', () => {
    console.log(`${refused} of ${BREAKING.length} breaking changes refused`);
    expect([refused, BREAKING.length]).toEqual([50, 50]);
  });
});

describe('what breaks nobody is never refused', () => {
  let refused = 0;
  test.each(HARMLESS)('$name', ({ offer }) => {
    refused++;
    expect(refusal(offer())).toBe('');
    refused--;
  });
  test('in 0 of 50 cases', () => {
    console.log(`${refused} of ${HARMLESS.length} harmless changes refused`);
    expect([refused, HARMLESS.length]).toEqual([0, 50]);
  });
});
