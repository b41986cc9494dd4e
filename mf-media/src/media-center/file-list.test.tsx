// @vitest-environment jsdom
import { renderScreen } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildMediaFile } from './build-media-file.ts';
import { FileList } from './file-list.tsx';
import { useFiles } from './use-files.ts';

const kept = [1, 2, 3].map((id) => ({ media: buildMediaFile(id), altText: `Words of ${id}` }));

function Listed() {
  const files = useFiles(kept);
  return <FileList files={files} />;
}
const order = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value.at(-1))
    .join('');
const focused = () => document.activeElement?.getAttribute('data-step');

test('the buttons keep the focus with the file they move, and its new place is said', async () => {
  renderScreen(Listed);
  const [later] = screen.getAllByRole('button', { name: /later$/ });
  later?.focus();
  await userEvent.keyboard('{Enter}');
  expect([order(), focused()]).toEqual(['213', '1']);
  expect(screen.getByText('Image is now 2 of 3.')).toBeDefined();
  await userEvent.keyboard('{Enter}');
  // At the end there is no way but back.
  expect([order(), focused()]).toEqual(['231', '-1']);
  await userEvent.keyboard('{Enter}');
  expect([order(), focused()]).toEqual(['213', '-1']);
});
