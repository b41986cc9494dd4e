import fs from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { describe, expect, test } from 'vitest';
import { complete } from '../../../sandbox/openai/completion.ts';
import { writingBy, type Writing } from '../../prompts/writing.ts';
import { bare } from '../automation/text-quality.ts';
import { askForCase } from './ask-case.ts';
import { findingsOf } from './checks.ts';
import { scoreOf, worseIn, type Sat } from './figures.ts';
import { EXAM_LANGUAGES, GOLDEN_CASES, type GoldenCase } from './golden-cases.ts';
import { ANSWER_REGRESSIONS } from './testing/answer-regressions.ts';
import { PROMPT_REGRESSIONS } from './testing/prompt-regressions.ts';

const FILE = path.join(import.meta.dirname, 'testing/recorded-answers.json');
const FIRST = writingBy('simulated');
/** Of an exam: a regression need not show everywhere. */
const AFFECTED = 12;
/** From which those of a run are drawn. */
const POOL = 16;
/** Each tenth is a long one, which takes as long as ten others. */
const SAMPLE = 40;
/** A prompt shows what it lacks where nothing else says it. */
const SAMPLE_OF_PROMPT = 90;
const RUNS = 100;

if (process.env['RECORD_ANSWERS'] === '1') {
  const all = Object.fromEntries(GOLDEN_CASES.map((golden) => [golden.id, simulatedAnswer(golden, FIRST)]));
  fs.writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
}
const recorded = JSON.parse(fs.readFileSync(FILE, 'utf8')) as Readonly<Record<string, string>>;
const answerOf = ({ id }: GoldenCase): string => recorded[id] ?? '';

async function sit(golden: GoldenCase, text: string, writing: Writing = FIRST): Promise<Sat> {
  const findings = await findingsOf(golden, askForCase(golden, writing), text);
  return { caseId: golden.id, text, findings, latencyMs: 0, micros: 0 };
}
const today = await pMap(GOLDEN_CASES, (golden) => sit(golden, answerOf(golden)));

describe('the golden cases', () => {
  test('are two hundred, in every kind, tone, language and length with every other', () => {
    expect(new Set(GOLDEN_CASES.map(({ id }) => id)).size).toBe(200);
    const posts = GOLDEN_CASES.filter(({ prompt }) => prompt === 'post');
    const fields = ['kind', 'tone', 'language', 'length'] as const;
    for (const [index, one] of fields.entries())
      for (const other of fields.slice(index + 1)) {
        const count = (field: (typeof fields)[number]) => new Set(posts.map((golden) => golden[field])).size;
        const pairs = new Set(posts.map((golden) => `${golden[one]} ${golden[other]}`));
        expect([one, other, pairs.size]).toEqual([one, other, count(one) * count(other)]);
      }
  });

  test('show something of everything when an exam ends early', () => {
    const early = GOLDEN_CASES.slice(0, 50);
    expect(new Set(early.map(({ language }) => language)).size).toBe(EXAM_LANGUAGES.length);
    expect(new Set(early.map(({ length }) => length)).size).toBe(3);
    expect(new Set(early.map(({ prompt }) => prompt)).size).toBe(2);
  });

  test('are all passed by the answers that were recorded', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(GOLDEN_CASES.map(({ id }) => id).toSorted());
    expect(today.filter(({ findings }) => findings.length > 0)).toEqual([]);
    expect(scoreOf(today)).toBe(100);
  });
});

describe('a regression', () => {
  const caught = new Map<string, number>();

  test.each(Object.entries(PROMPT_REGRESSIONS))('of a prompt shows: %s', async (name, writing) => {
    const candidate = await pMap(GOLDEN_CASES.slice(0, SAMPLE_OF_PROMPT), (golden) =>
      sit(golden, simulatedAnswer(golden, writing), writing),
    );
    // A simulated model answers the same to the same: every run is this one.
    caught.set(name, worseIn(today, candidate).length > 0 ? RUNS : 0);
    expect(caught.get(name)).toBe(RUNS);
  });

  test.each(Object.entries(ANSWER_REGRESSIONS))(
    'of answers shows in every one of 100 exams: %s',
    async (name, worsen) => {
      const worse = GOLDEN_CASES.flatMap((golden) => {
        const text = worsen(answerOf(golden), golden);
        return text === null ? [] : [{ golden, text }];
      });
      const pool = await pMap(worse.slice(0, POOL), ({ golden, text }) => sit(golden, text));
      let runs = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const affected = new Map(drawn(pool, run).map((sat) => [sat.caseId, sat]));
        if (
          worseIn(
            today,
            today.map((sat) => affected.get(sat.caseId) ?? sat),
          ).length > 0
        )
          runs += 1;
      }
      caught.set(name, runs);
      expect(runs).toBe(RUNS);
    },
  );

  test('is caught as such, of 48 that were seeded, and never by chance', () => {
    const seeded = Object.keys(PROMPT_REGRESSIONS).length + Object.keys(ANSWER_REGRESSIONS).length;
    const runs = [...caught.values()];
    const always = runs.filter((count) => count === RUNS).length;
    const flaky = runs.filter((count) => count > 0 && count < RUNS).length;
    console.info(`model exam: ${always} of ${seeded} seeded regressions caught, ${flaky} flaky in ${RUNS} runs`);
    expect({ seeded, always, flaky }).toEqual({ seeded: 48, always: 48, flaky: 0 });
  });
});

describe('another exam of the same model', () => {
  test('is never said to be worse, in 100 that fail by chance now and then', async () => {
    const failed = await pMap(GOLDEN_CASES.slice(0, SAMPLE), (golden) => sit(golden, 'Maaf.'));
    const byChance = (run: number) => {
      const failures = new Map(drawn(failed, run).map((sat) => [sat.caseId, sat]));
      return today.map((sat) => failures.get(sat.caseId) ?? sat);
    };
    const alarms = Array.from({ length: RUNS }, (_, run) => worseIn(byChance(run), byChance(run + 1))).flat();
    expect(alarms).toEqual([]);
  });

  test('with other words passes too', async () => {
    const again = await pMap(GOLDEN_CASES.slice(0, SAMPLE), (golden) => sit(golden, simulatedAnswer(golden, FIRST, 2)));
    expect(worseIn(today, again)).toEqual([]);
  });
});

/** Some of a pool, others in each run, and the same in the same. */
function drawn<Item>(pool: readonly Item[], run: number): Item[] {
  return Array.from(
    { length: Math.min(AFFECTED, pool.length) },
    (_, index) => pool[(run * 5 + index) % pool.length] as Item,
  );
}

/** What the simulated model answers, without the wire between. Another `seed` is another answer of the same model. */
function simulatedAnswer(golden: GoldenCase, writing: Writing, seed = 1): string {
  const { rules, prompt, maxTokens, model } = askForCase(golden, writing);
  const messages = [
    { role: 'system', text: rules },
    { role: 'user', text: prompt },
  ];
  return bare(complete({ model, messages, format: { type: 'text' }, maxTokens, variation: [seed] }).text);
}
