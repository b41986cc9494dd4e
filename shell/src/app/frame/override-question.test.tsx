// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../../kit/testing.tsx';
import { buildRelease } from '../remotes/build-release.ts';
import { forgetOverrides } from '../remotes/confirmed-overrides.ts';
import { inlinedRegistry } from '../remotes/registry.ts';
import { OverrideQuestion } from './override-question.tsx';

const manifestUrl = 'http://localhost:3104/mf-manifest.json';
const released = buildRelease();
const override = { ...released, manifestUrl, version: 'override', override: 'http://localhost:3104' };

afterEach(() => {
  forgetOverrides();
  history.replaceState(null, '', '/');
});

/** What a page makes of it that was asked for one override. */
function registry() {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = '<script type="application/json" id="remotes"></script>';
  const inlined = page.getElementById('remotes');
  if (inlined !== null) inlined.textContent = JSON.stringify({ remotes: [released], overrides: [override] });
  return inlinedRegistry(page);
}

test('nothing of an override is loaded before somebody said so to its address', async () => {
  expect(registry()).toMatchObject({
    remotes: [{ manifestUrl: released.manifestUrl }],
    askedOverrides: [{ manifestUrl }],
  });
  const reload = vi.fn();
  render(<OverrideQuestion asked={[override]} reload={reload} />);
  expect((await screen.findByRole('alertdialog', { name: "Run code that isn't released?" })).textContent).toContain(
    `mf_history from ${manifestUrl}`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Load it' }));
  expect(reload).toHaveBeenCalledOnce();
  expect(registry()).toMatchObject({ remotes: [{ manifestUrl }], askedOverrides: [] });
});

test('a confirmation is for that address alone', () => {
  sessionStorage.setItem('pagecast.overrides', JSON.stringify(['http://localhost:3999/mf-manifest.json']));
  expect(registry()).toMatchObject({
    remotes: [{ manifestUrl: released.manifestUrl }],
    askedOverrides: [{ manifestUrl }],
  });
  sessionStorage.setItem('pagecast.overrides', 'nonsense');
  expect(registry()?.askedOverrides).toHaveLength(1);
});

test('Cancel stays with the released version and takes the override out of the address', async () => {
  history.replaceState(null, '', `/history?page=2&mf.mf_history=${encodeURIComponent(manifestUrl)}`);
  const reload = vi.fn();
  render(<OverrideQuestion asked={[override]} reload={reload} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Use the released version' }));
  expect([location.pathname + location.search, reload.mock.calls.length, registry()?.askedOverrides.length]).toEqual([
    '/history?page=2',
    0,
    1,
  ]);
});
