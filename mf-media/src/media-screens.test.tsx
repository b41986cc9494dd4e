// @vitest-environment jsdom
import { renderScreen } from '@pagecast/shell/kit/testing';
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
