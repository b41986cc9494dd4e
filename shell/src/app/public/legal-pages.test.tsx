import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../kit/testing.tsx';
import { configured, renderInShell } from '../testing.tsx';
import { PrivacyPolicyPage } from './privacy-policy-page.tsx';
import { TermsOfServicePage } from './terms-of-service-page.tsx';
import { UserDataDeletionPage } from './user-data-deletion-page.tsx';

test.each([
  ['Privacy Policy', PrivacyPolicyPage],
  ['Terms of Service', TermsOfServicePage],
  ['User Data Deletion', UserDataDeletionPage],
])('%s says what matters first, leads to each of its sections, and names whom to write to', async (title, Page) => {
  serve([configured]);
  await renderInShell(() => <Page />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('In short');
  for (const link of within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')) {
    expect(document.querySelector(link.getAttribute('href') ?? '')?.textContent).toBe(link.textContent);
  }
  const [contact] = await screen.findAllByRole('link', { name: 'help@example.com' });
  expect(contact?.getAttribute('href')).toBe('mailto:help@example.com');
});
