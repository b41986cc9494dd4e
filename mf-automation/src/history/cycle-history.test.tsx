// @vitest-environment jsdom
import { listAutomationCycles } from '@pagecast/api/contract';
import { answer, Refusal, renderScreen } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildCycle } from '../testing.ts';
import { CycleHistory } from './cycle-history.tsx';

const skipped = {
  id: 1,
  pageId: 7,
  pageName: 'Corner Bakery',
  dueAt: '2026-11-21T00:00:00.000Z',
  isFailure: false,
  reason: { code: 'similar', message: 'The text was too close to one of the last 90 days.' },
};

test('a cycle tells what it made, what it left out and why, and what it cost', async () => {
  renderScreen(CycleHistory, {
    routes: [
      answer(listAutomationCycles, [
        buildCycle({ isCatchUp: true, planned: 4, published: 2, waiting: 1, skipped: [skipped] }),
      ]),
    ],
  });
  await screen.findByText('Caught up');
  for (const text of [
    '4 planned: 2 published, 1 waiting, 1 skipped.',
    '$0.0042',
    '2,100 tokens',
    'The text was too close to one of the last 90 days.',
  ]) {
    expect(document.body.textContent).toContain(text);
  }
});

test('a price that nobody knows is not guessed', async () => {
  renderScreen(CycleHistory, { routes: [answer(listAutomationCycles, [buildCycle({ costMicros: null })])] });
  expect(await screen.findByText(/price unknown/)).toBeDefined();
});

test.each([
  ['none has run', [], 'No cycle has run yet.'],
  ['they cannot be read', new Refusal(500, { message: 'Out of order.', code: 'internal' }), 'Out of order.'],
])('when %s that is said', async (_, reply, text) => {
  renderScreen(CycleHistory, { routes: [answer(listAutomationCycles, reply)] });
  expect(await screen.findByText(text)).toBeDefined();
});
