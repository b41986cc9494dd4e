// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Dialog, TextArea } from '../index.ts';
import { renderScreen } from '../testing.tsx';

const FormDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Edit Post">
    <TextArea aria-label="Text" defaultValue="Fresh bread" />
  </Dialog>
);

/** Stands for the browser's own navigation. Each way tells whether the browser may go. */
function navigating() {
  const navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const to = (url: string, navigationType: string) => {
    const event = Object.assign(new Event('navigate', { cancelable: true }), {
      destination: { url: new URL(url, location.href).href, key: 'k' },
      hashChange: false,
      navigationType,
    });
    act(() => void navigation.dispatchEvent(event));
    return !event.defaultPrevented;
  };
  return { back: () => to('/history', 'traverse'), follow: (url: string) => to(url, 'push') };
}

test('a dialog asks before Back throws typed words away, and Back again keeps them', async () => {
  const { back } = navigating();
  const onClose = vi.fn();
  renderScreen(() => <FormDialog onClose={onClose} />);
  const field = await screen.findByRole('textbox', { name: 'Text' });
  await userEvent.type(field, ' today');
  expect(back()).toBe(false);
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  expect(back()).toBe(false);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(field).toHaveProperty('value', 'Fresh bread today');
});

test('Back closes the dialog and leads nowhere; after a question, too', async () => {
  const { back } = navigating();
  const onClose = vi.fn();
  const { address } = renderScreen(() => <FormDialog onClose={onClose} />, { path: '/scheduled' });
  const field = await screen.findByRole('textbox', { name: 'Text' });
  expect(back()).toBe(false);
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.type(field, '!');
  expect(back()).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(address()).toBe('/scheduled');
});

test('a link to another screen asks over typed words alone, and is followed once they are discarded', async () => {
  const { follow } = navigating();
  const { address } = renderScreen(() => <FormDialog onClose={() => {}} />, { path: '/scheduled' });
  const field = await screen.findByRole('textbox', { name: 'Text' });
  expect(follow('/history')).toBe(true);
  await userEvent.type(field, '!');
  expect(follow(location.pathname)).toBe(true);
  expect(follow('/history?page=2')).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(address()).toBe('/history?page=2');
});

test('a window that its address opened is closed by its address', async () => {
  const { back } = navigating();
  const onClose = vi.fn();
  renderScreen(() => (
    <Dialog open isInAddress onClose={onClose} title="Post Details">
      <TextArea aria-label="Note" />
    </Dialog>
  ));
  const field = await screen.findByRole('textbox', { name: 'Note' });
  expect(back()).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.type(field, 'Words');
  expect(back()).toBe(false);
});

test('with no window open Back is left alone', async () => {
  const { back } = navigating();
  const { rerender } = renderScreen(() => <FormDialog onClose={() => {}} />);
  await screen.findByRole('dialog');
  rerender(<p>Nothing</p>);
  expect(back()).toBe(true);
});
