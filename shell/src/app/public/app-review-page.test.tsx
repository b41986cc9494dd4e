import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { serve } from '../../kit/testing.tsx';
import { installSdk, removeSdk } from '../facebook/fake-sdk.ts';
import { configured, renderInShell } from '../testing.tsx';
import { AppReviewPage } from './app-review-page.tsx';

afterEach(removeSdk);

async function open() {
  installSdk();
  serve([configured]);
  return renderInShell(() => <AppReviewPage />);
}

test('the reviewers read what each permission is for', async () => {
  await open();
  const permissions = within(screen.getByRole('region', { name: 'Permissions' }));
  for (const name of ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement']) expect(permissions.getByText(name)).toBeDefined();
});

test('the way from login to post has its four steps', async () => {
  await open();
  const steps = within(screen.getByRole('region', { name: 'How it works' })).getAllByRole('listitem').map((step) => step.textContent);
  expect(steps).toEqual([
    expect.stringContaining('1. Connect account') as string, expect.stringContaining('2. Select pages') as string,
    expect.stringContaining('3. Generate AI content') as string, expect.stringContaining('4. Schedule and publish') as string,
  ]);
});

test('the login on it is the real one', async () => {
  await open();
  const card = within(await screen.findByRole('region', { name: 'Connect Facebook Pages' }));
  expect(await card.findByRole('button', { name: 'Continue with Facebook' })).toBeDefined();
});

test('it links to what the reviewers look for, and names the developer\'s address', async () => {
  await open();
  const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  await waitFor(() => expect(links()).toEqual(expect.arrayContaining(['/content-generator', '/dashboard', '/privacy-policy', '/user-data-deletion', 'mailto:help@example.com'])));
});
