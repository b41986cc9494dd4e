// @vitest-environment jsdom
import { openPreview, type BodyOf } from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '../../kit/testing.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildRelease } from '../remotes/build-release.ts';
import { PreviewScreen } from './preview-screen.tsx';

const LINKED: BodyOf<typeof openPreview> = {
  name: 'mf_history',
  version: '1.1.0-0a1b2c3d',
  key: `t6ok3f.${'x'.repeat(43)}`,
};

function openLink(route: Answer) {
  const open = vi.fn();
  const registry = [buildRelease()];
  const search = new URLSearchParams({ of: LINKED.name, version: LINKED.version, key: LINKED.key });
  const rendered = renderScreen(() => <PreviewScreen registry={registry} open={open} />, {
    path: `/preview?${search.toString()}`,
    routes: [route],
  });
  return { ...rendered, open };
}

test('a link names its version, and loads nothing before somebody says so', async () => {
  const { calls, open } = openLink(answer(openPreview, { to: '/history' }));
  expect(screen.getByRole('heading', { name: "Look at Post History before it's released?" })).toBeDefined();
  expect(screen.getByText(LINKED.version)).toBeDefined();
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Open Preview' }));
  await expect.poll(() => open.mock.calls).toEqual([['/history']]);
  expect(calls[0]).toMatchObject({ body: LINKED });
});

test('a link that has expired says what to do', async () => {
  const message = 'This preview link has expired. Ask whoever sent it for a new one.';
  const { open } = openLink(answer(openPreview, new Refusal(422, { message, code: 'refused' })));
  await userEvent.click(screen.getByRole('button', { name: 'Open Preview' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(open).not.toHaveBeenCalled();
});
