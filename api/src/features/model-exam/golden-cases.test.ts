import fs from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { describe, expect, test } from 'vitest';
import { complete } from '../../../sandbox/openai/completion.ts';
import { EXAM_LIMIT_MICROS, EXAMINED_PROMPTS } from '../../contract/model-exam.ts';
import { PROMPTS } from '../../prompts/prompts.ts';
import { writingBy, type Writing } from '../../prompts/writing.ts';
import { chargeMicros } from '../ai-calls/cost.ts';
import { AUTOMATION_CASES, POST_CASES } from './cases/posts.ts';
import { findingsOf } from './checks.ts';
import { scoreOf, worseIn, type Sat } from './figures.ts';
import { EXAM_LANGUAGES, type GoldenCase } from './golden-case.ts';
import { EXAM_CASES, GOLDEN_CASES } from './golden-cases.ts';
import { ANSWER_REGRESSIONS } from './testing/answer-regressions.ts';
import { PROMPT_REGRESSIONS } from './testing/prompt-regressions.ts';

const FILE = path.join(import.meta.dirname, 'testing/recorded-answers.json');
const FIRST = writingBy('simulated');
/** Of an exam: a regression need not show everywhere. */
const AFFECTED = 12;
/** As a tokenizer counts plain words, and a little more. */
const LETTERS_PER_TOKEN = 3.5;
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
  const findings = await findingsOf(golden, golden.ask(writing), text);
  return { caseId: golden.id, text, findings, latencyMs: 0, micros: 0 };
}
const today = await pMap(GOLDEN_CASES, (golden) => sit(golden, answerOf(golden)));

describe('the golden cases', () => {
  test('examine every prompt by which people get a text', () => {
    expect(new Set(GOLDEN_CASES.map(({ id }) => id)).size).toBe(GOLDEN_CASES.length);
    // It asks whether a key works, and for no text.
    const examined = Object.keys(PROMPTS).filter((id) => id !== 'key-trial');
    expect([...EXAMINED_PROMPTS].toSorted()).toEqual(examined.toSorted());
    for (const cases of [GOLDEN_CASES, EXAM_CASES])
      for (const prompt of EXAMINED_PROMPTS) {
        const count = cases.filter((golden) => golden.prompt === prompt).length;
        // Fewer that all get worse could be chance.
        expect([prompt, count >= 8]).toEqual([prompt, true]);
      }
  });

  test('are of posts in every kind, tone, language and length with every other', () => {
    expect([POST_CASES.length, AUTOMATION_CASES.length]).toEqual([160, 40]);
    const posts = POST_CASES;
    const fields = ['kind', 'tone', 'language', 'length'] as const;
    for (const [index, one] of fields.entries())
      for (const other of fields.slice(index + 1)) {
        const count = (field: (typeof fields)[number]) => new Set(posts.map((golden) => golden[field])).size;
        const pairs = new Set(posts.map((golden) => `${golden[one]} ${golden[other]}`));
        expect([one, other, pairs.size]).toEqual([one, other, count(one) * count(other)]);
      }
  });

  test('show something of everything when an exam ends early', () => {
    const early = EXAM_CASES.slice(0, 60);
    expect(new Set(early.map(({ language }) => language)).size).toBe(EXAM_LANGUAGES.length);
    expect(new Set(early.map(({ prompt }) => prompt)).size).toBe(EXAMINED_PROMPTS.length);
  });

  test('of an exam cost two sides that are both dear no more than its limit', () => {
    const micros = EXAM_CASES.map((golden) => {
      const { rules, prompt } = golden.ask(FIRST);
      const inputTokens = Math.ceil((rules.length + prompt.length) / LETTERS_PER_TOKEN);
      const outputTokens = Math.ceil(answerOf(golden).length / LETTERS_PER_TOKEN);
      return chargeMicros('gpt-5.4', { inputTokens, outputTokens });
    });
    const both = 2 * micros.reduce((sum, one) => sum + one, 0);
    console.info(
      `model exam: ${EXAM_CASES.length} of ${GOLDEN_CASES.length} cases cost two sides of gpt-5.4 ${both} micros`,
    );
    expect([new Set(EXAM_CASES).size, both < EXAM_LIMIT_MICROS]).toEqual([200, true]);
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
    const affected = GOLDEN_CASES.filter((golden) => asks(golden, writing) !== asks(golden, FIRST));
    const candidate = await pMap(affected.slice(0, SAMPLE_OF_PROMPT), (golden) =>
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

  test('is caught as such, whichever was seeded, and never by chance', () => {
    const seeded = Object.keys(PROMPT_REGRESSIONS).length + Object.keys(ANSWER_REGRESSIONS).length;
    const runs = [...caught.values()];
    const always = runs.filter((count) => count === RUNS).length;
    const flaky = runs.filter((count) => count > 0 && count < RUNS).length;
    console.info(`model exam: ${always} of ${seeded} seeded regressions caught, ${flaky} flaky in ${RUNS} runs`);
    expect({ always, flaky }).toEqual({ always: seeded, flaky: 0 });
    expect(seeded).toBeGreaterThanOrEqual(40);
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
    const again = await pMap(EXAM_CASES.slice(0, SAMPLE), (golden) => sit(golden, simulatedAnswer(golden, FIRST, 2)));
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

/** All that a model is told. */
function asks(golden: GoldenCase, writing: Writing): string {
  const { rules, prompt } = golden.ask(writing);
  return `${rules}\n${prompt}`;
}

/** What the simulated model answers, without the wire between. Another `seed` is another answer of the same model. */
function simulatedAnswer(golden: GoldenCase, writing: Writing, seed = 1): string {
  const { rules, prompt, maxTokens, model, schema } = golden.ask(writing);
  const messages = [
    { role: 'system', text: rules },
    { role: 'user', text: prompt },
  ];
  const format =
    schema === undefined ? ({ type: 'text' } as const) : ({ type: 'json_schema', schema: schema.schema } as const);
  return complete({ model, messages, format, maxTokens, variation: [seed] }).text;
}
