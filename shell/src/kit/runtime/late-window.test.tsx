import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing.tsx';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { LateWindow } from './late-window.tsx';
import { lazyPart } from './lazy-part.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A screen with a text, and a window over it whose code can be had or not. */
function openScreen(renderWindow = () => <AlertDialog open onClose={() => {}} message="There" />) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const line = { isDown: true };
  const Window = lazyPart(async () => {
    if (line.isDown) throw new Error('Loading chunk 7 failed');
    return renderWindow;
  });
  function Screen() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <textarea aria-label="Text" defaultValue="Typed" />
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        {isOpen && (
          <LateWindow onClose={() => setIsOpen(false)}>
            <Window />
          </LateWindow>
        )}
      </>
    );
  }
  const shown = renderScreen(Screen);
  const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Open' })));
  return { ...shown, line, press };
}

test.each([
  [false, "You're offline"],
  [true, "This didn't open"],
])('a window that does not come says so, and the next press opens it: online %s', async (isOnline, title) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const { line, press, toasts } = openScreen();
  await press();
  expect(toasts).toMatchObject([{ tone: 'destructive', title }]);
  await press();
  expect(toasts).toHaveLength(2);
  line.isDown = false;
  await press();
  expect(await screen.findByText('There')).toBeTruthy();
  expect(toasts).toHaveLength(2);
});

test('what is typed below stays, where a window does not come', async () => {
  const { press } = openScreen();
  const text = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(text, { target: { value: 'Typed on' } });
  await press();
  expect([text.isConnected, text.value]).toEqual([true, 'Typed on']);
});

test('a window that came and breaks is no window that did not come', async () => {
  const { line, press, toasts } = openScreen(() => {
    throw new Error('Broken');
  });
  line.isDown = false;
  await expect(press()).rejects.toThrow('Broken');
  expect(toasts).toEqual([]);
});
