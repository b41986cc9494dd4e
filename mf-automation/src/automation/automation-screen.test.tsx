// @vitest-environment jsdom
import { renderScreen } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AutomationScreen } from './automation-screen.tsx';

test('the screen says what is still to come and offers no control that does not work', () => {
  renderScreen(AutomationScreen);
  expect(screen.getByRole('heading', { level: 1, name: 'Super Content Generator' })).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});
