// @vitest-environment jsdom
import {
  endApprovalRule,
  listApprovalRules,
  writeApprovalRule,
  type ApprovalRule as Rule,
} from '@pagecast/api/contract';
import { answer, renderScreen } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildConfiguration } from '../testing.ts';
import { ApprovalRule } from './approval-rule.tsx';

const rule: Rule = {
  facebookPageId: 7,
  kinds: ['story'],
  postsPerDay: 2,
  writtenBy: 'Siti Aminah',
  writtenAt: new Date().toISOString(),
  approvedToday: 1,
};
const open = (rules: Rule[]) =>
  renderScreen(() => <ApprovalRule page={buildConfiguration({ mode: 'draft' })} />, {
    path: '/super-generator',
    routes: [
      answer(listApprovalRules, { rules }),
      answer(writeApprovalRule, rule),
      answer(endApprovalRule, { hadRule: true }),
    ],
  });

test('a rule is off until somebody says which kinds, and how many a day', async () => {
  const { calls } = open([{ ...rule, facebookPageId: 8 }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Write a rule' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Approval Rule' }));
  expect(dialog.getByRole('button', { name: /^Save rule/ })).toHaveProperty('disabled', true);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Educational' }));
  await userEvent.selectOptions(dialog.getByLabelText('Posts a day, at most'), '3');
  await userEvent.click(dialog.getByRole('button', { name: /^Save rule/ }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      params: { id: '7' },
      body: { kinds: ['educational'], postsPerDay: 3 },
    }),
  );
});

test('says what it approves, who wrote it, and ends after a question', async () => {
  const rules = [rule];
  const { calls } = open(rules);
  const section = within(await screen.findByRole('region', { name: /^Approval rule of / }));
  expect(section.getByText(/Approves up to 2 posts a day: Story\. 1 approved today\. Written by/)).toBeDefined();
  expect(section.getByText('Siti Aminah')).toBeDefined();
  await userEvent.click(section.getByRole('button', { name: 'End rule' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
  rules.length = 0;
  await userEvent.click(question.getByRole('button', { name: /^End rule/ }));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
  // The button went away with the rule.
  await section.findByRole('button', { name: 'Write a rule' });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Approval rule of /));
});
