import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from '../runtime/lazy-part.tsx';
import { renderScreen } from '../testing.tsx';
import { LatePart } from './late-part.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A screen with a text, and a part of it whose code can be had or not. */
async function openScreen(Content = () => <p>There</p>) {
  const line = { isDown: true, tries: 0 };
  const Part = lazyPart(async () => {
    line.tries += 1;
    if (line.isDown) throw new Error('Loading chunk 7 failed');
    return Content;
  });
  const Screen = () => (
    <>
      <textarea aria-label="Text" defaultValue="" />
      <LatePart name="The list">
        <Part />
      </LatePart>
    </>
  );
  // Awaited, because what suspends goes on only inside `act`.
  await act(async () => {
    renderScreen(Screen);
  });
  return line;
}

const press = (button: HTMLElement) =>
  act(async () => {
    fireEvent.click(button);
  });

const again = () => screen.findByRole('button', { name: 'Try again' });

test('a part that does not come says so in its place, and what is typed beside it stays', async () => {
  const line = await openScreen();
  expect((await screen.findByRole('alert')).textContent).toBe("The list didn't load.");
  const text = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(text, { target: { value: 'Typed' } });

  const button = await again();
  button.focus();
  await press(button);
  await waitFor(() => expect([line.tries, button.getAttribute('aria-busy')]).toEqual([2, null]));
  expect([screen.queryByText('There'), document.activeElement]).toEqual([null, button]);

  line.isDown = false;
  await press(button);
  expect(await screen.findByText('There')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(document.activeElement?.nextElementSibling?.textContent).toBe('There');
  expect([text.isConnected, text.value]).toEqual([true, 'Typed']);
});

test('a part that did not come for want of a connection comes with it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const line = await openScreen();
  expect((await screen.findByRole('alert')).textContent).toBe("You're offline. The list will load when you're back.");
  line.isDown = false;
  await act(async () => {
    fireEvent(window, new Event('online'));
  });
  expect(await screen.findByText('There')).toBeTruthy();
});

test('a part that came and breaks is no part that did not come', async () => {
  const line = await openScreen(() => {
    throw new Error('Broken');
  });
  const button = await again();
  line.isDown = false;
  await expect(press(button)).rejects.toThrow('Broken');
});
