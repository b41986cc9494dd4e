// @vitest-environment jsdom
import { renderScreen } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdminPanelScreen } from './admin-panel-screen.tsx';

test('the screen says what is still to come and offers no control that does not work', () => {
  renderScreen(AdminPanelScreen);
  expect(screen.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});
