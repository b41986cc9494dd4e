// @vitest-environment jsdom
import {
  chooseAiModel,
  readAiModel,
  readModelExam,
  startModelExam,
  stopModelExam,
  type AiModel,
  type ModelExam,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ModelRow } from './model-row.tsx';

const prompts = { post: 1, automation: 1 };
const side = {
  model: 'gpt-next',
  prompts,
  answered: 200,
  score: 82.5,
  failures: [{ check: 'language', count: 35 }],
  microsPerThousand: 410_000,
  medianMs: 1200,
  slowMs: 4000,
};
const exam: ModelExam = {
  id: 7,
  state: 'done',
  endedBy: null,
  problem: null,
  startedAt: '2026-11-27T10:00:00.000Z',
  endedAt: '2026-11-27T10:01:00.000Z',
  answered: 400,
  of: 400,
  micros: 310_000,
  candidate: side,
  today: { ...side, model: 'gpt-now', score: 96, failures: [], microsPerThousand: 900_000 },
  worseIn: ['all', 'language'],
  hasPassed: false,
  worst: [
    {
      id: 'post-001',
      kind: 'behind-scenes',
      tone: 'Casual',
      language: 'Bahasa Melayu',
      length: 'Short',
      findings: [{ check: 'language', detail: 'in English' }],
      text: 'Good morning from us.',
      isNew: true,
    },
  ],
};
const model: AiModel = {
  model: 'gpt-now',
  prompts,
  modelOfServer: 'gpt-now',
  versions: { post: ['', 'Takes no orders.'], automation: [''] },
  exam: null,
};
const passed = { ...exam, hasPassed: true, worseIn: [], worst: [] };

const Row = () => <ModelRow model="gpt-now" />;
async function open(...routes: Answer[]) {
  const rendered = renderScreen(Row, { routes: [answer(readAiModel, model), ...routes] });
  await userEvent.click(screen.getByRole('button', { name: 'Change model' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change AI model' }));
  return { ...rendered, dialog };
}
async function begin(result: ModelExam, ...routes: Answer[]) {
  const opened = await open(
    answer(startModelExam, { ...exam, state: 'running' }),
    answer(readModelExam, result),
    ...routes,
  );
  const field = await opened.dialog.findByLabelText('Model');
  await userEvent.clear(field);
  await userEvent.type(field, 'gpt-next');
  await userEvent.click(opened.dialog.getByRole('button', { name: 'Start exam' }));
  return opened;
}

test('a model sits its exam, and is shown beside today’s with its worst texts', async () => {
  const { dialog, calls } = await begin(exam);
  const table = within(await dialog.findByRole('table'));
  const row = (name: string) => table.getByRole('row', { name });
  expect(row('Score 96 of 100 82.5 of 100')).toBeDefined();
  expect(row('Cost of 1,000 texts $0.90 $0.41')).toBeDefined();
  expect(row('Wrong language 0 35')).toBeDefined();
  expect(dialog.getByText(/clearly worse than today's model. Look at: wrong language/)).toBeDefined();
  expect(dialog.getByText('Wrong language: in English')).toBeDefined();
  expect(calls.find(({ path }) => path === startModelExam.path)?.body).toEqual({
    model: 'gpt-next',
    prompts: { post: 1 },
  });
});

test('how each kind of text fared is there for who asks, where the exam knows', async () => {
  const byPrompt = [
    { prompt: 'post', answered: 80, passed: 60 },
    { prompt: 'rewrite', answered: 48, passed: 48 },
  ];
  const { dialog } = await begin({ ...exam, candidate: { ...side, byPrompt } });
  await userEvent.click(await dialog.findByText('Texts without a mistake, by kind'));
  const table = within(dialog.getByRole('columnheader', { name: 'Kind of text' }).closest('table') as HTMLElement);
  expect(table.getByRole('row', { name: 'New posts – 60 of 80' })).toBeDefined();
  expect(table.getByRole('row', { name: 'Changed texts and translations – 48 of 48' })).toBeDefined();
});

test('one that failed is chosen only after a question, and knowingly', async () => {
  const { dialog, calls, toasts } = await begin(exam, answer(chooseAiModel, { ...model, model: 'gpt-next' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Use it anyway' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Use gpt-next anyway?' }));
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
  await userEvent.click(question.getByRole('button', { name: 'Use it anyway' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('AI Model Changed'));
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ examId: 7, knowingly: true });
});

test('one that passed is chosen at once', async () => {
  const { dialog, calls } = await begin(passed, answer(chooseAiModel, { ...model, model: 'gpt-next' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Use gpt-next' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ examId: 7, knowingly: false }),
  );
});

test('an exam that runs shows how far it is, wherever it was begun, and can be stopped', async () => {
  const running = { ...exam, state: 'running' as const, answered: 120 };
  const { dialog, calls } = await open(
    answer(readAiModel, { ...model, exam: running }),
    answer(readModelExam, running),
    answer(stopModelExam, { success: true }),
  );
  expect(await dialog.findByText('gpt-next: 120 of 400 texts · $0.31')).toBeDefined();
  expect(dialog.getByRole('progressbar', { name: 'Progress of the exam' })).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Stop exam' }));
  await waitFor(() =>
    expect(calls.some(({ path, params }) => path === stopModelExam.path && params['id'] === '7')).toBe(true),
  );
});

test('why an exam cannot begin stands at the field', async () => {
  const { dialog } = await open(answer(startModelExam, new Refusal(409, { message: 'Another exam is running.' })));
  await userEvent.click(await dialog.findByRole('button', { name: 'Start exam' }));
  expect(await dialog.findByText('Another exam is running.')).toBeDefined();
});

test.each([
  [{ state: 'cut-off' as const }, /was interrupted/],
  [{ problem: "The model isn't available." }, /The model isn't available\./],
  [{ worseIn: [], endedBy: 'price' }, /price limit\. There are too few texts/],
])('an exam without a result says why: %j', async (changes, words) => {
  const { dialog } = await begin({ ...exam, ...changes });
  expect(await dialog.findByText(words)).toBeDefined();
});
