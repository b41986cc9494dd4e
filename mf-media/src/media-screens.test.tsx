// @vitest-environment jsdom
import { readStatus } from '@pagecast/api/contract';
import { answer, renderScreen } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MediaCenterScreen } from './media-center/media-center-screen.tsx';
import { OembedTestScreen } from './oembed-test/oembed-test-screen.tsx';

test.each([['Media Center', MediaCenterScreen], ['oEmbed Test', OembedTestScreen]] as const)('%s says what is still to come and offers no control that does not work', (title, Screen) => {
  renderScreen(Screen);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});

test('in development mode the Media Center says who will see what is posted', async () => {
  renderScreen(MediaCenterScreen, { routes: [answer(readStatus, { loop: { isRunning: true, lastTickAt: null }, appMode: 'development' })] });
  expect(await screen.findByText(/only people with a role on the app will see what you post/)).toBeDefined();
});
