import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  chooseAiModel,
  EXAM_NOT_PASSED,
  EXAMINED_PROMPTS,
  generateContent,
  listAuditLog,
  readAiModel,
  readModelExam,
  startModelExam,
  stopModelExam,
} from '../../contract/index.ts';
import type { PromptVersions } from '../../prompts/writing.ts';
import { setUpSweptApi, setUpPerson } from '../../testing/scene.ts';
import { aiBudget } from '../ai-calls/ai-budget.ts';
import { aiCallsRepository } from '../ai-calls/ai-calls.repository.ts';
import { recordedCall } from '../ai-calls/recorded-call.ts';
import { POST_CASES } from './cases/posts.ts';
import { EXAM_CASES } from './golden-cases.ts';
import { modelExamService, type Deps } from './model-exam.service.ts';
import { modelExamsRepository } from './model-exams.repository.ts';
import { reportOf } from './report.ts';
import { caseSitting } from './sit-case.ts';

const api = setUpSweptApi();
const { me, caller: admin } = setUpPerson(api, { role: 'admin', name: 'Mei Tan' });

beforeEach(async () => {
  await api.stored.modelExams.remove();
  await api.stored.apiConfig.change({ ai_model: null, prompt_versions: '{}' });
  await api.app.configuration.load();
});
afterEach(() => api.app.modelExam.examsSettled());

/** Quick ones: none of them long. */
const CASES = POST_CASES.filter(({ length }) => length !== 'Long').slice(0, 24);
const NANO = 'gpt-5.4-nano';
const OTHER = 'gpt-5.4';

function service(changes: Partial<Deps> & { budgetMicros?: number } = {}) {
  const { ai, chooseWriting: choose } = api.app.configuration;
  const calls = aiCallsRepository(api.db);
  const budget = aiBudget({ db: api.db, budgets: { mine: changes.budgetMicros ?? null, all: null } });
  return modelExamService({
    exams: modelExamsRepository(api.db),
    sit: caseSitting({ complete: ai.complete(), record: recordedCall({ calls, budget }) }),
    writing: ai.writing,
    modelOfServer: ai.modelOfServer,
    choose,
    log: pino({ level: 'silent' }),
    cases: CASES,
    // However busy the machine.
    seconds: 600,
    ...changes,
  });
}

async function sat(model: string, changes: Parameters<typeof service>[0] = {}) {
  const exams = service(changes);
  const { id } = await exams.start(me, 'UTC', { model, versions: {} });
  await exams.settled();
  return (await admin.call(readModelExam, { params: { id } })).body;
}

/** An exam beside what is in use, without asking anybody. @returns its id */
async function kept(model: string, hasPassed = true, chosen: PromptVersions = {}): Promise<number> {
  const exams = modelExamsRepository(api.db);
  const { model: now, versions } = api.app.configuration.ai.writing();
  const exam = await exams.begin({
    candidate: { model, versions: { ...versions, ...chosen } },
    today: { model: now, versions },
    of: 2,
  });
  if (exam === null) throw new Error('Another one runs');
  const sides = { candidate: [], today: [] };
  const report = { ...reportOf(CASES, sides, { endedBy: null, problem: null }), hasPassed };
  await exams.end(exam.id, { answered: 2, micros: 9 }, report);
  return exam.id;
}
const choose = (examId: number, knowingly?: true) =>
  admin.call(chooseAiModel, { body: { examId, ...(knowingly && { knowingly }) } });
const lastAudited = async () => (await admin.call(listAuditLog, { query: {} })).body.entries[0];

describe('an exam', () => {
  test('shows score, cost, latency and worst texts of a model beside those of what is in use', async () => {
    const exam = await sat(NANO);
    expect(exam).toMatchObject({
      state: 'done',
      endedBy: null,
      answered: 48,
      of: 48,
      hasPassed: false,
      candidate: { model: NANO, answered: 24, prompts: { post: 1, automation: 1 } },
      today: { model: 'gpt-5.4-mini', answered: 24, score: 100, failures: [] },
    });
    expect(exam.worseIn).toEqual(expect.arrayContaining(['all', 'length']));
    expect(exam.candidate.score).toBeLessThan(80);
    expect(exam.candidate.medianMs).toBeGreaterThan(0);
    expect(exam.candidate.microsPerThousand).toBeLessThan(exam.today?.microsPerThousand ?? 0);
    expect(exam.worst).toHaveLength(8);
    expect(exam.worst[0]).toMatchObject({ isNew: true, text: expect.any(String) as string });
    expect(exam.micros).toBeGreaterThan(0);
  });

  test('asks for everything that people get a text by, and says of each how it fared', async () => {
    const cases = EXAMINED_PROMPTS.map((prompt) => EXAM_CASES.find((golden) => golden.prompt === prompt)!);
    const { candidate, today } = await sat(OTHER, { cases });
    const byPrompt = EXAMINED_PROMPTS.map((prompt) => ({ prompt, answered: 1, passed: 1 }));
    expect([candidate, today]).toMatchObject([
      { score: 100, byPrompt },
      { score: 100, byPrompt },
    ]);
    const lines = await api.stored.aiCalls.values('prompt_id', { purpose: 'exam' });
    // A variant is a post that is told more.
    expect(new Set(lines)).toEqual(new Set(EXAMINED_PROMPTS.filter((prompt) => prompt !== 'variant')));
  });

  test('leaves a line in the ledger for each text, of whoever began it, that counts in the budgets', async () => {
    const { micros } = await sat(OTHER, { cases: CASES.slice(0, 6) });
    const lines = await api.stored.aiCalls.rows({ purpose: 'exam' });
    expect(lines).toHaveLength(12);
    expect(new Set(lines.map((line) => line.user_id))).toEqual(new Set([me.userId]));
    expect(new Set(lines.map((line) => `${line.model} ${line.prompt_id} ${line.prompt_version}`))).toContain(
      `${OTHER} post 1`,
    );
    expect(lines.reduce((sum, line) => sum + Number(line.cost_micros), 0)).toBe(micros);
  });

  test('never costs more than its limit, whatever the answers turn out to cost', async () => {
    const limitMicros = 60_000;
    const exam = await sat(OTHER, { limitMicros });
    expect(exam).toMatchObject({ endedBy: 'price', hasPassed: false });
    expect(exam.answered).toBeGreaterThan(0);
    expect(exam.micros).toBeLessThanOrEqual(limitMicros);
  });

  test('ends where the budget of the day does', async () => {
    const exam = await sat(OTHER, { budgetMicros: 60_000 });
    expect(exam.endedBy).toBe('budget');
    expect(exam.problem).toMatch(/budget/i);
    expect(exam.hasPassed).toBe(false);
  });

  test('of a model that there is not says so, and asks no more', async () => {
    const exam = await sat('no-such-model');
    expect(exam).toMatchObject({ endedBy: 'ai', hasPassed: false });
    expect(exam.problem).toMatch(/model/i);
    expect((await api.stored.aiCalls.rows({ purpose: 'exam' })).length).toBeLessThan(40);
  });

  test('that takes too long ends with what has been answered', async () => {
    expect(await sat(OTHER, { seconds: 0 })).toMatchObject({ endedBy: 'time', answered: 0, hasPassed: false });
  });

  test('of what is in use has nobody beside it', async () => {
    const exam = await sat('gpt-5.4-mini', { cases: CASES.slice(0, 6) });
    expect(exam).toMatchObject({ of: 6, today: null, candidate: { score: 100 } });
  });

  test('runs alone, can be stopped, and is told of while it runs', async () => {
    const { body: exam, status } = await admin.call(startModelExam, { body: { model: OTHER } });
    expect([status, exam.state, exam.of]).toEqual([201, 'running', 400]);
    expect((await admin.call(startModelExam, { body: { model: NANO } })).status).toBe(409);
    expect((await admin.call(chooseAiModel, { body: { examId: exam.id } })).status).toBe(409);
    expect((await admin.call(stopModelExam, { params: { id: exam.id } })).status).toBe(200);
    await api.app.modelExam.examsSettled();
    expect((await admin.call(readAiModel)).body.exam).toMatchObject({ id: exam.id, state: 'done', endedBy: 'stopped' });
    expect((await admin.call(stopModelExam, { params: { id: exam.id } })).status).toBe(409);
  });

  test('whose process has died is cut off, and makes room for the next', async () => {
    const exams = modelExamsRepository(api.db);
    const writing = { model: OTHER, versions: {} };
    const dead = await exams.begin({ candidate: writing, today: null, of: 64 });
    await api.stored.modelExams.age('31 seconds', ['seen_at']);
    expect((await admin.call(readModelExam, { params: { id: dead?.id ?? 0 } })).body.state).toBe('cut-off');
    expect(await exams.begin({ candidate: writing, today: null, of: 64 })).not.toBeNull();
  });

  test('two that begin at once are one', async () => {
    const exams = modelExamsRepository(api.db);
    const begun = await Promise.all(
      [1, 2, 3].map(() => exams.begin({ candidate: { model: OTHER, versions: {} }, today: null, of: 64 })),
    );
    expect(begun.filter((exam) => exam !== null)).toHaveLength(1);
  });
});

describe('a model', () => {
  test('that passed writes from then on, with its figures in the audit log', async () => {
    const { body } = await choose(await kept(OTHER));
    expect(body.model).toBe(OTHER);
    await admin.call(generateContent, { body: { prompt: 'Write about fresh bread.' } });
    expect((await api.stored.aiCalls.latest()).model).toBe(OTHER);
    expect(await lastAudited()).toMatchObject({
      action: 'configuration.model-chosen',
      before: { model: 'gpt-5.4-mini' },
      after: { model: OTHER, passed: true, worseIn: '', score: null },
    });
  });

  test('stays, and a version of a prompt is chosen with it', async () => {
    const { body } = await choose(await kept('gpt-5.4-mini', true, { post: 2 }));
    expect(body).toMatchObject({ model: 'gpt-5.4-mini', prompts: { post: 2, automation: 1 } });
    await admin.call(generateContent, { body: { prompt: 'Write about fresh bread.' } });
    expect(await api.stored.aiCalls.latest()).toMatchObject({ prompt_id: 'post', prompt_version: 2 });
  });

  test('that failed is chosen only knowingly', async () => {
    const examId = await kept(NANO, false);
    const refused = await choose(examId);
    expect([refused.status, refused.body]).toMatchObject([409, { code: EXAM_NOT_PASSED }]);
    expect((await admin.call(readAiModel)).body.model).toBe('gpt-5.4-mini');
    expect((await choose(examId, true)).body.model).toBe(NANO);
    expect((await lastAudited())?.after).toMatchObject({ model: NANO, passed: false });
  });

  test('is not chosen by an exam that compared it with something else', async () => {
    const [first, second] = [await kept(OTHER), await kept(NANO)];
    await choose(first);
    expect((await choose(second, true)).status).toBe(409);
  });

  test('of the server follows the settings of the server again', async () => {
    await choose(await kept(OTHER));
    await choose(await kept('gpt-5.4-mini'));
    expect((await api.stored.apiConfig.first()).ai_model).toBeNull();
  });

  test('that is no name of one, and a version that there is not, are refused', async () => {
    expect((await admin.call(startModelExam, { body: { model: 'two words' } })).status).toBe(400);
    expect((await admin.call(startModelExam, { body: { model: OTHER, prompts: { post: 99 } } })).status).toBe(400);
  });
});
