import { currentUser, facebookLogin, listPages, removePage } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { apiQuery, callApi, hear, useApiMutation } from '../../kit/index.ts';
import { answer, Refusal, serve, someUser, type Answer } from '../../kit/testing.tsx';
import { installSdk, removeSdk } from '../facebook/sdk-testing.ts';
import { configured, renderInShell } from '../testing.tsx';
import { deletionCode } from '../session/deletion-code.ts';
import { Gate } from './gate.tsx';
import { endSession, shellQueryClient } from '../session/query-client.ts';
import { sessionQuery } from '../session/session-query.ts';
import { announceSession } from '../session/session-tabs.ts';
import { goOnAs } from './use-session-end.ts';

afterEach(removeSdk);

async function open(...routes: Answer[]) {
  installSdk({ hasSession: false });
  const { calls } = serve([configured, ...routes]);
  return { calls, ...(await renderInShell(() => <Gate>{(user) => <Inside name={user.firstName} />}</Gate>)) };
}

function Inside({ name }: { name: string }) {
  const { refetch } = useQuery({ ...apiQuery(listPages), enabled: false });
  const remove = useApiMutation(removePage);
  return (
    <>
      <h1>Hello {name}</h1>
      <button type="button" onClick={() => void refetch()}>
        Read
      </button>
      <button type="button" onClick={() => remove.mutate({ params: { id: 1 } })}>
        Write
      </button>
    </>
  );
}

const loggedIn = answer(currentUser, someUser);
const ended = new Refusal(401, { message: 'Please log in.', code: 'unauthorized' });

test('while nobody has said who is there, it says that it checks', async () => {
  await open(answer(currentUser, () => new Promise(() => {})));
  expect(screen.getByText('Checking authentication...')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Continue with Facebook' })).toBeNull();
});

test('who is logged in gets in', async () => {
  await open(loggedIn);
  expect(await screen.findByRole('heading', { name: 'Hello Mina' })).toBeDefined();
});

test('who is not gets the login card, with the legal pages in tabs of their own', async () => {
  await open(answer(currentUser, ended));
  expect(await screen.findByRole('heading', { level: 1, name: 'Authentication Required' })).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Continue with Facebook' })).toBeDefined();
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/privacy-policy',
    '/terms-of-service',
    '/user-data-deletion',
  ]);
  for (const link of links) expect(link.getAttribute('target')).toBe('_blank');
});

test('who came by the link of an invitation reads that they were invited', async () => {
  history.replaceState(null, '', '/?invitation=WELCOME');
  await open(answer(currentUser, ended));
  expect(await screen.findByText(/^You were invited to Pagecast/)).toBeDefined();
  history.replaceState(null, '', '/');
});

test('whoever deleted their account finds the code of it on the card', async () => {
  deletionCode.keep('abc123');
  await open(answer(currentUser, ended));
  const notice = await screen.findByRole('region', { name: 'Your account was deleted' });
  expect(notice.textContent).toContain('Your confirmation code is abc123.');
  expect(screen.getByRole('link', { name: 'See the receipt' }).getAttribute('href')).toBe(
    '/user-data-deletion?code=abc123',
  );
  deletionCode.forget();
});

test('a server that refuses for another reason also means that nobody is logged in', async () => {
  await open(answer(currentUser, new Refusal(500)));
  expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeDefined();
});

test('no answer at all says nothing about the session: it can be asked for again', async () => {
  let isReachable = false;
  await open(
    answer(currentUser, () => {
      if (!isReachable) throw new TypeError('fetch failed');
      return someUser;
    }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain(
    "We can't reach Pagecast. Check your connection and try again.",
  );
  isReachable = true;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Hello Mina' })).toBeDefined();
});

/** A screen whose session has ended: the server refuses everything until `logIn`. */
async function openEnded() {
  let isIn = false;
  const guarded =
    <Value,>(value: Value) =>
    () => {
      if (isIn) return value;
      throw ended;
    };
  let isFirst = true;
  const opened = await open(
    answer(currentUser, () => {
      if (!isIn && !isFirst) throw ended;
      isFirst = false;
      return someUser;
    }),
    answer(listPages, guarded([])),
    answer(removePage, guarded({ success: true })),
  );
  await screen.findByRole('heading', { name: 'Hello Mina' });
  return {
    ...opened,
    letIn: () => {
      isIn = true;
    },
    async logIn() {
      isIn = true;
      await act(async () => goOnAs(opened.client, someUser));
    },
  };
}

test('a session that ends lays the login over the screen, which is read again after it', async () => {
  const { calls, logIn, client } = await openEnded();
  const field = document.createElement('input');
  screen.getByRole('heading', { name: 'Hello Mina' }).append(field);
  field.value = 'half a thought';
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  const over = await screen.findByRole('dialog', { name: 'Authentication Required' });
  expect(over.textContent).toContain('What you wrote is safe');
  expect(over.textContent).not.toContain("didn't go through");
  expect(field.closest('[inert]')).not.toBeNull();
  expect(client.getQueryState(apiQuery(listPages).queryKey)?.error).toBeNull();

  await logIn();
  await waitFor(() => expect(client.getQueryData(apiQuery(listPages).queryKey)).toEqual([]));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([field.isConnected, field.value, field.closest('[inert]')]).toEqual([true, 'half a thought', null]);
  expect(calls.filter(({ path }) => path === listPages.path)).toHaveLength(2);
});

test('a write that the end of the session refused fails, is said, and is not sent a second time', async () => {
  const { calls, logIn } = await openEnded();
  fireEvent.click(screen.getByRole('button', { name: 'Write' }));
  const over = await screen.findByRole('dialog', { name: 'Authentication Required' });
  expect(over.textContent).toContain("Your last action didn't go through.");
  await logIn();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter(({ path }) => path === removePage.path)).toHaveLength(1);
});

test('a call outside the query client brings up the login as well, and hears when it can go on', async () => {
  const { logIn } = await openEnded();
  const heard = vi.fn();
  const stop = hear('back', heard);
  await expect(act(() => callApi(removePage, { params: { id: 1 } }))).rejects.toThrow('401');
  const over = await screen.findByRole('dialog', { name: 'Authentication Required' });
  // What keeps trying by itself was nobody's action.
  expect(over.textContent).not.toContain("didn't go through");
  expect(heard).not.toHaveBeenCalled();
  await logIn();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard).toHaveBeenCalledOnce();
  stop();
});

test('a public call that is refused says nothing about the session', async () => {
  await open(loggedIn, answer(facebookLogin, ended));
  await screen.findByRole('heading', { name: 'Hello Mina' });
  const body = { userID: '1', name: null, email: null, accessToken: 't', pages: [] };
  await expect(act(() => callApi(facebookLogin, { body }))).rejects.toThrow('401');
  await act(async () => {});
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a login of the same person in another tab goes on here as well', async () => {
  const { letIn } = await openEnded();
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await screen.findByRole('dialog', { name: 'Authentication Required' });
  letIn();
  announceSession(someUser);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Hello Mina' })).toBeDefined();
});

test('a tab that was told of no login asks who is in when somebody comes back to it', async () => {
  const { letIn } = await openEnded();
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await screen.findByRole('dialog', { name: 'Authentication Required' });
  letIn();
  fireEvent.focus(window);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each(['dialog', 'nothing'])('where somebody else logs in, with %s over it, the screen goes', async (over) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await openEnded();
  if (over === 'dialog') {
    fireEvent.click(screen.getByRole('button', { name: 'Read' }));
    await screen.findByRole('dialog', { name: 'Authentication Required' });
  }
  announceSession({ id: '999' });
  expect(await screen.findByText('Checking authentication...')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Hello Mina' })).toBeNull();
  vi.restoreAllMocks();
});

test('a log out in another tab leaves nothing of the person here', async () => {
  const { client } = await openEnded();
  client.setQueryData(['posts'], ['theirs']);
  announceSession(null);
  expect(await screen.findByRole('heading', { level: 1, name: 'Authentication Required' })).toBeDefined();
  expect(client.getQueryData(['posts'])).toBeUndefined();
});

test('another refusal leaves the session alone', async () => {
  const { calls } = await open(loggedIn, answer(listPages, new Refusal(403)));
  fireEvent.click(await screen.findByRole('button', { name: 'Read' }));
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain(listPages.path));
  await act(async () => {});
  expect(screen.getByRole('heading', { name: 'Hello Mina' })).toBeDefined();
});

test('who is in stays in when the server fails to say who it is, and logs in again at a 401', async () => {
  const replies = [someUser, new Refusal(500), ended];
  const { client } = await open(answer(currentUser, () => replies.shift() ?? ended));
  expect(await screen.findByRole('heading', { name: 'Hello Mina' })).toBeDefined();
  await act(() => client.invalidateQueries({ queryKey: sessionQuery.queryKey }));
  await waitFor(() => expect(client.getQueryState(sessionQuery.queryKey)?.status).toBe('error'));
  await act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  });
  expect(screen.getByRole('heading', { name: 'Hello Mina' })).toBeDefined();
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  expect(await screen.findByRole('dialog', { name: 'Authentication Required' })).toBeDefined();
});

test('the end of a session forgets everything of the person, page tokens included, and keeps the SDK', () => {
  const client = shellQueryClient();
  client.setQueryData(sessionQuery.queryKey, someUser);
  client.setQueryData(apiQuery(listPages).queryKey, []);
  client.setQueryData(['facebook-sdk'], 'the SDK');
  client.setQueryData(['facebook-sdk', 'pages'], [{ id: '1000', name: 'Corner Bakery', access_token: 'page-token' }]);
  endSession(client);
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([sessionQuery.queryKey, ['facebook-sdk']]);
  expect(client.getQueryData(sessionQuery.queryKey)).toBeNull();
});

test("a session that turns into somebody else's starts the page anew instead of mixing the two", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { client } = await open(loggedIn);
  await screen.findByRole('heading', { name: `Hello ${someUser.firstName}` });
  localStorage.setItem('draft', 'theirs');
  client.setQueryData(['posts'], ['theirs']);
  serve([answer(currentUser, { ...someUser, id: '999', firstName: 'Other' })]);
  await act(() => client.refetchQueries({ queryKey: sessionQuery.queryKey }));
  expect(screen.queryByRole('heading', { name: 'Hello Other' })).toBeNull();
  await waitFor(() => expect([localStorage.length, client.getQueryData(['posts'])]).toEqual([0, undefined]));
  vi.restoreAllMocks();
});
