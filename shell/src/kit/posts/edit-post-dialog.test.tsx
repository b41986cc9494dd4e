// @vitest-environment jsdom
import { listPages, readPost, updatePost, type Post } from '@pagecast/api/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answer, buildPost, renderScreen } from '../testing.tsx';
import { EditPostDialog } from './edit-post-dialog.tsx';

const post = buildPost({
  id: 6,
  status: 'scheduled',
  content: 'Open at nine.',
  scheduledAt: '2099-03-05T07:07:00.000Z',
});
const theirs: Post = { ...post, content: 'Closed on Monday.' };

/** The window over `post`, which somebody else changes in the server and, as its news come, in the list behind. */
function open() {
  let present = post;
  const onClose = vi.fn();
  const shown = renderScreen(
    function Behind() {
      const [known, setKnown] = useState(post);
      return (
        <>
          <button type="button" onClick={() => setKnown(theirs)}>
            News
          </button>
          <EditPostDialog post={known} onClose={onClose} />
        </>
      );
    },
    {
      routes: [
        answer(listPages, []),
        answer(readPost, () => present),
        answer(updatePost, ({ body }) => ({ ...present, ...body }) as Post),
      ],
    },
  );
  return {
    ...shown,
    onClose,
    sent: () => shown.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body),
    changeElsewhere: () => {
      present = theirs;
      fireEvent.click(screen.getByText('News'));
    },
  };
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

test('a new time leaves alone the text that somebody else wrote since the window opened', async () => {
  const { sent, changeElsewhere, onClose } = open();
  await screen.findByRole('textbox', { name: 'Text' });
  changeElsewhere();
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '23:11' } });
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ scheduledAt: expect.any(String) as string }]);
});

test('a text that somebody else wrote since is shown before it is replaced', async () => {
  const { sent, toasts, changeElsewhere, onClose } = open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), ' Come in!');
  changeElsewhere();
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('Closed on Monday.');
  expect(toasts.map(({ title }) => title)).toEqual(['Update Failed']);
  // The press leads to what is to be decided, and sends nothing.
  await save();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Replace it with mine' }));
  expect(sent()).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Replace it with mine' }));
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ content: 'Open at nine. Come in!' }]);
});
