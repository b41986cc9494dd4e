import type { User } from '@pagecast/api/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { serve, someUser } from '../../kit/testing.tsx';
import { installSdk, removeSdk } from '../facebook/sdk-testing.ts';
import { shellQueryClient } from '../session/query-client.ts';
import { sessionQuery } from '../session/session-query.ts';
import { configured, renderInShell } from '../testing.tsx';
import { AppReviewPage } from './app-review-page.tsx';

afterEach(removeSdk);

async function open(whoIsIn: User | null = null) {
  installSdk({ graph: { '/me/accounts': { data: [{ id: '1000', name: 'Corner Bakery', access_token: 'x' }] } } });
  serve([configured]);
  const client = shellQueryClient();
  client.setQueryData(sessionQuery.queryKey, whoIsIn);
  return renderInShell((host) => <AppReviewPage notify={host.notify} />, { client });
}

test('the reviewers read what each permission is for', async () => {
  await open();
  const permissions = within(screen.getByRole('region', { name: 'Permissions' }));
  for (const name of ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'])
    expect(permissions.getByText(name)).toBeDefined();
});

test('the way from login to post has its four steps', async () => {
  await open();
  const steps = within(screen.getByRole('region', { name: 'How it works' }))
    .getAllByRole('listitem')
    .map((step) => step.textContent);
  expect(steps).toEqual([
    expect.stringContaining('1. Connect account') as string,
    expect.stringContaining('2. Select pages') as string,
    expect.stringContaining('3. Generate AI content') as string,
    expect.stringContaining('4. Schedule and publish') as string,
  ]);
});

test('the login on it is the real one', async () => {
  await open();
  const card = within(await screen.findByRole('region', { name: 'Connect Facebook Pages' }));
  expect(await card.findByRole('button', { name: 'Continue with Facebook' })).toBeDefined();
});

test('who has logged in there sees their pages, each with its button', async () => {
  await open(someUser);
  const card = within(await screen.findByRole('region', { name: 'Connected as Mina Manager' }));
  expect(await card.findByRole('button', { name: 'Connect Corner Bakery' })).toBeDefined();
  expect(card.getByRole('button', { name: 'Logout' })).toBeDefined();
});

test("in somebody else's place there is nothing to connect", async () => {
  await open({ ...someUser, impersonatedBy: { id: '1', name: 'Admin', until: '2099-01-01T00:00:00.000Z' } });
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test("it links to what the reviewers look for, and names the developer's address", async () => {
  await open();
  const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  await waitFor(() =>
    expect(links()).toEqual(
      expect.arrayContaining([
        '/content-generator',
        '/dashboard',
        '/privacy-policy',
        '/user-data-deletion',
        'mailto:help@example.com',
      ]),
    ),
  );
});
