// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Pager } from './pager.tsx';
import { renderScreen } from '../testing.tsx';

test('one page needs no pager', () => {
  renderScreen(() => <Pager current={1} pages={1} onPage={() => {}} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the pager says where one is and goes to each page it shows', async () => {
  const onPage = vi.fn();
  renderScreen(() => <Pager current={5} pages={9} onPage={onPage} />);
  expect(screen.getByText('Page 5 of 9')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Page 5' }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(screen.getByRole('button', { name: 'Page 7' }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onPage.mock.calls.map(([page]: unknown[]) => page)).toEqual([7, 4, 6]);
});

test('the first page has no previous one and the last no next one', () => {
  renderScreen(() => (
    <>
      <Pager current={1} pages={3} onPage={() => {}} />
      <Pager current={3} pages={3} onPage={() => {}} />
    </>
  ));
  expect(
    screen.getAllByRole('button', { name: 'Previous' }).map((button) => (button as HTMLButtonElement).disabled),
  ).toEqual([true, false]);
  expect(
    screen.getAllByRole('button', { name: 'Next' }).map((button) => (button as HTMLButtonElement).disabled),
  ).toEqual([false, true]);
});
