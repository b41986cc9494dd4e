// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { open, openAt } from './compose-testing.tsx';

// As on a line that is too slow for them.
vi.mock('./variants/variants.tsx', () => {
  throw new Error('Loading chunk 7 failed');
});
vi.mock('./several/start-again.ts', () => {
  throw new Error('Loading chunk 8 failed');
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

test('a part of the composer that does not come says so, and all that was typed stays', async () => {
  await open();
  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'promotional');
  await userEvent.type(screen.getByLabelText(/keywords/i), 'bread');
  expect((await screen.findByText("Variants didn't load.")).getAttribute('role')).toBe('alert');
  expect(screen.getByLabelText(/keywords/i)).toHaveProperty('value', 'bread');
  expect(screen.getByRole('button', { name: 'Generate Content' })).toBeDefined();
});

test('a post cannot be used again where what that takes does not come, and that is said', async () => {
  const { toasts } = await openAt('/content-generator?again=12');
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'destructive', title: 'Post Not Loaded' }]));
});
