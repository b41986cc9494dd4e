// @vitest-environment jsdom
import { deletePost, listPages, readPost, updatePost } from '@pagecast/api/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, buildPost, Refusal, renderScreen } from '../testing.tsx';
import { DeletePostDialog } from './delete-post-dialog.tsx';
import { EditPostDialog } from './edit-post-dialog.tsx';

const post = buildPost({ id: 6, status: 'scheduled', scheduledAt: '2099-03-05T07:07:00.000Z' });

/** A window over `post`, and a server that answers what it sends when a test says so. */
function open(Window: typeof EditPostDialog | typeof DeletePostDialog) {
  const answered = Promise.withResolvers<Refusal | null>();
  const reply = <Good,>(good: Good) => answered.promise.then((refusal) => refusal ?? good);
  const onClose = vi.fn();
  const shown = renderScreen(() => <Window post={post} onClose={onClose} />, {
    routes: [
      answer(listPages, []),
      answer(readPost, post),
      answer(updatePost, () => reply(post)),
      answer(deletePost, () => reply({ success: true as const })),
    ],
  });
  return { ...shown, answered, onClose, titles: () => shown.toasts.map(({ title }) => title) };
}

async function saveEdit() {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), ' And tomorrow.');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
}
const confirmDeletion = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
const refused = new Refusal(409, { message: 'This post is being published.', code: 'conflict' });

test.each([
  ['an edit is done', EditPostDialog, saveEdit, null, 'Post Updated'],
  ['an edit is refused', EditPostDialog, saveEdit, refused, 'Update Failed'],
  ['a deletion is done', DeletePostDialog, confirmDeletion, null, 'Post Deleted'],
  ['a deletion is refused', DeletePostDialog, confirmDeletion, refused, 'Delete Failed'],
])('that %s is said also when its window is gone, and no other window closes for it', async (...row) => {
  const [, Window, send, reply, title] = row;
  const { unmount, answered, onClose, titles } = open(Window);
  await send();
  unmount();
  answered.resolve(reply);
  await waitFor(() => expect(titles()).toEqual([title]));
  expect(onClose).not.toHaveBeenCalled();
});
