// @vitest-environment jsdom
import { readStatus } from '@pagecast/api/contract';
import { answer, renderScreen } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AutomationScreen } from './automation-screen.tsx';

test('the screen says what is still to come and offers no control that does not work', () => {
  renderScreen(AutomationScreen);
  expect(screen.getByRole('heading', { level: 1, name: 'Super Content Generator' })).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});

test('in development mode it says who will see what is posted', async () => {
  renderScreen(AutomationScreen, { routes: [answer(readStatus, { loop: { isRunning: true, lastTickAt: null }, appMode: 'development' })] });
  expect(await screen.findByText(/only people with a role on the app will see what it posts/)).toBeDefined();
});
