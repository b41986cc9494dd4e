// @vitest-environment jsdom
import {
  approveProposal,
  changeProposal,
  listPages,
  listProposals,
  NO_VOICE,
  readPageVoice,
  rejectProposal,
  savePageVoice,
  withdrawProposal,
  type Proposal,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { AutomationScreen } from '../automation/automation-screen.tsx';
import { buildProposal } from '../testing.ts';

function open(proposals: Proposal[], more: readonly Answer[] = []) {
  const pagination = { page: 1, limit: 20, total: proposals.length, pages: 1 };
  return renderScreen(AutomationScreen, {
    path: '/super-generator?inbox=waiting',
    routes: [answer(listProposals, { proposals, pagination }), ...more],
  });
}
const card = async () => within(await screen.findByRole('article'));

test('approving names exactly what was read', async () => {
  const proposal = buildProposal();
  const { calls, toasts } = open([proposal], [answer(approveProposal, { ...proposal, state: 'scheduled' })]);
  expect((await card()).getByText(proposal.content)).toBeDefined();
  await userEvent.click((await card()).getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Post approved']));
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: approveProposal.path,
    params: { id: '1' },
    body: { contentHash: proposal.contentHash },
  });
});

test('what was changed stands out, and what it is like stands beside it', async () => {
  open([
    buildProposal({
      content: 'The first loaves come out at seven.',
      former: {
        content: 'The first loaves come out at six.',
        scheduledAt: null,
        pageName: 'Corner Bakery',
        mediaCount: 0,
        hasOtherMedia: false,
      },
      similar: { kind: 'post', id: 3, content: 'Loaves from seven!', at: new Date().toISOString(), isSame: false },
      reasons: [{ code: 'looks_like_another', message: 'It looks like another post of this page.' }],
    }),
  ]);
  const shown = await card();
  expect(shown.getByText('seven').tagName).toBe('INS');
  expect(shown.getByText('six').tagName).toBe('DEL');
  expect(shown.getByText('This page has a very similar post')).toBeDefined();
  expect(shown.getByText('Loaves from seven!')).toBeDefined();
});

test('what nobody decided on in time says so among what is decided', async () => {
  const pagination = { page: 1, limit: 20, total: 1, pages: 1 };
  renderScreen(AutomationScreen, {
    path: '/super-generator?inbox=decided',
    routes: [
      answer(listProposals, { proposals: [buildProposal({ state: 'expired', scheduledAt: null })], pagination }),
    ],
  });
  expect((await card()).getByText('Nobody decided on it in time.')).toBeDefined();
  // That it goes out once it is approved is over.
  expect((await card()).queryByText(/As soon as it is approved/)).toBeNull();
});

test('names and texts of others are shown as they are', async () => {
  open([
    buildProposal({
      content: '<img src=x onerror=alert(1)>',
      proposedBy: { name: 'Siti', tokenName: '<b>Pagecast</b>' },
    }),
  ]);
  const shown = await card();
  expect(shown.getByText('<img src=x onerror=alert(1)>')).toBeDefined();
  expect(shown.getByText('<b>Pagecast</b>')).toBeDefined();
});

test('a rejection takes its reason along, and a refused approval says why', async () => {
  const proposal = buildProposal();
  const { calls, toasts } = open(
    [proposal],
    [
      answer(rejectProposal, { ...proposal, state: 'rejected' }),
      answer(readPageVoice, voice()),
      answer(approveProposal, () => {
        throw new Refusal(409, { message: 'This proposal has changed.' });
      }),
    ],
  );
  await userEvent.click((await card()).getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('This proposal has changed.'));
  await userEvent.click((await card()).getByRole('button', { name: /^Reject/ }));
  expect(screen.getByRole('button', { name: 'Reject' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('radio', { name: 'Wrong time' }));
  await userEvent.type(screen.getByLabelText(/Which time/), 'Not on Sundays');
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post rejected'));
  expect(calls.find(({ path }) => path.endsWith('/reject'))?.body).toEqual({
    kind: 'time',
    reason: 'Not on Sundays',
    contentHash: proposal.contentHash,
  });
});

const voice = (mayEdit = true) => ({
  facebookPageId: 7,
  pageName: 'Corner Bakery',
  voice: { ...NO_VOICE, wordsToAvoid: ['promo'] },
  revision: 3,
  updatedAt: null,
  mayEdit,
});
const three = () =>
  ['One', 'Two', 'Three'].map((content, n) =>
    buildProposal({ id: String(n + 1), content, contentHash: String(n).repeat(64) }),
  );

test('the next post comes up when one is decided, and a second press of the same hand decides nothing', async () => {
  const still = vi.spyOn(performance, 'now').mockReturnValue(1000);
  let left = three();
  const { toasts, calls } = renderScreen(AutomationScreen, {
    path: '/super-generator?inbox=waiting',
    routes: [
      answer(listProposals, () => ({
        proposals: left,
        pagination: { page: 1, limit: 20, total: left.length, pages: 1 },
      })),
      answer(approveProposal, () => {
        left = left.slice(1);
        return { ...buildProposal(), state: 'scheduled' as const };
      }),
    ],
  });
  const approve = async () => userEvent.click((await card()).getByRole('button', { name: /^Approve/ }));
  expect((await card()).getByText('One')).toBeDefined();
  expect(screen.getByText('1 of 3')).toBeDefined();
  await approve();
  expect(await screen.findByText('Two')).toBeDefined();
  expect(await screen.findByText('1 of 2')).toBeDefined();
  await approve();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Another post just came up'));
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  still.mockRestore();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect((await card()).getByText('Three')).toBeDefined();
});

test('letters go through the queue, and do nothing where somebody types or after another letter', async () => {
  const { calls } = open(three(), [answer(approveProposal, { ...buildProposal(), state: 'scheduled' })]);
  await card();
  await userEvent.keyboard('j');
  expect((await card()).getByText('Two')).toBeDefined();
  await userEvent.keyboard('k');
  expect((await card()).getByText('One')).toBeDefined();
  // "g a" is a shortcut of the shell.
  for (const key of ['g', 'a']) fireEvent.keyDown(document.body, { key });
  await userEvent.keyboard('r');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject Post' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Something else' }));
  await userEvent.type(dialog.getByLabelText('Your reason'), 'a jar');
  expect(dialog.getByLabelText('Your reason')).toHaveProperty('value', 'a jar');
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(0);
});

test.each([true, false])(
  'a rejected word is offered to the voice of the page, to who may edit it: %s',
  async (mayEdit) => {
    const proposal = buildProposal();
    const { calls } = open(
      [proposal],
      [
        answer(rejectProposal, { ...proposal, state: 'rejected' }),
        answer(readPageVoice, voice(mayEdit)),
        answer(savePageVoice, voice()),
      ],
    );
    await userEvent.click((await card()).getByRole('button', { name: /^Reject/ }));
    await userEvent.click(screen.getByRole('radio', { name: "Words we don't use" }));
    await userEvent.type(screen.getByLabelText(/Which words/), 'cheap, Promo');
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/voice'))).toBe(true));
    if (!mayEdit) return expect(screen.queryByRole('region', { name: 'Page voice' })).toBeNull();
    const offer = within(await screen.findByRole('region', { name: 'Page voice' }));
    expect(offer.getAllByRole('button', { name: /“/ })).toHaveLength(1);
    expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(0);
    await userEvent.click(offer.getByRole('button', { name: /cheap/ }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
        voice: { ...NO_VOICE, wordsToAvoid: ['promo', 'cheap'] },
        revision: 3,
      }),
    );
  },
);

test.each([
  ['an approver', { decide: true, change: false }, ['Approve', 'Reject']],
  ['who proposed it', { decide: false, change: true }, ['Edit', 'Withdraw']],
  ['another editor', { decide: false, change: false }, []],
])('of a page that is shared, %s has their own answers, and sees whose it is', async (_, may, answers) => {
  const proposal = buildProposal({
    may,
    pageOwner: 'Mei Ling',
    proposedBy: { name: 'Ravi Kumar', tokenName: 'Helper' },
  });
  const { toasts } = open([proposal], [answer(withdrawProposal, { ...proposal, state: 'withdrawn' })]);
  const shown = await card();
  for (const name of ['Mei Ling', 'Ravi Kumar', 'Helper', 'Corner Bakery']) expect(shown.getByText(name)).toBeDefined();
  const labels = shown.queryAllByRole('button').map((button) => button.getAttribute('aria-label')?.split(' ')[0]);
  expect(labels).toEqual(answers);
  if (!answers.includes('Withdraw')) return;
  await userEvent.click(shown.getByRole('button', { name: /^Withdraw/ }));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Post withdrawn']));
});

test('an edit says only what was changed: text, link, images, and when', async () => {
  const image = {
    id: 5,
    bytes: 90,
    mimeType: 'image/png',
    width: 1,
    height: 1,
    altText: 'A loaf',
    durationSeconds: null,
  };
  const proposal = buildProposal({ mediaType: 'image', media: [{ ...image, name: null }] });
  const { calls } = open([proposal], [answer(changeProposal, proposal), answer(listPages, [])]);
  const edit = async () => {
    await userEvent.click((await card()).getByRole('button', { name: /^Edit/ }));
    return within(await screen.findByRole('dialog', { name: 'Edit Post' }));
  };
  const saved = async (times: number) => {
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(times));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return calls.findLast(({ method }) => method === 'PATCH')?.body;
  };
  const read = { contentHash: proposal.contentHash };

  let dialog = await edit();
  await userEvent.type(dialog.getByLabelText('Text'), ' Come!');
  expect(await saved(1)).toEqual({ ...read, content: `${proposal.content} Come!` });

  dialog = await edit();
  await userEvent.type(dialog.getByLabelText('Add a link'), 'https://bakery.example');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove the image' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'As soon as approved' }));
  expect(await saved(2)).toEqual({
    ...read,
    content: proposal.content,
    link: 'https://bakery.example',
    media: [],
    mediaType: 'text',
    scheduledAt: null,
  });
});

test('what somebody else saved meanwhile is shown before it is replaced', async () => {
  const proposal = buildProposal();
  const theirs = { ...proposal, content: 'We open at eight.', contentHash: 'b'.repeat(64) };
  let now = proposal;
  const pagination = { page: 1, limit: 20, total: 1, pages: 1 };
  const { calls, queryClient } = renderScreen(AutomationScreen, {
    path: '/super-generator?inbox=waiting',
    routes: [
      answer(listProposals, () => ({ proposals: [now], pagination })),
      answer(changeProposal, theirs),
      answer(listPages, []),
    ],
  });
  await userEvent.click((await card()).getByRole('button', { name: /^Edit/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Post' }));
  await userEvent.type(dialog.getByLabelText('Text'), ' Mine.');
  now = theirs;
  await queryClient.invalidateQueries();
  expect(await dialog.findByText('We open at eight.')).toBeDefined();
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await userEvent.click(save);
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Replace it with mine' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Replace it with mine' }));
  await userEvent.click(save);
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      contentHash: theirs.contentHash,
      content: `${proposal.content} Mine.`,
    }),
  );
});

test('what changes while somebody says what is wrong with it is shown before it is rejected', async () => {
  const proposal = buildProposal();
  const theirs = { ...proposal, content: 'We open at eight.', contentHash: 'b'.repeat(64) };
  let now = proposal;
  const pagination = { page: 1, limit: 20, total: 1, pages: 1 };
  const { calls, toasts } = renderScreen(AutomationScreen, {
    path: '/super-generator?inbox=waiting',
    routes: [
      answer(listProposals, () => ({ proposals: [now], pagination })),
      answer(rejectProposal, ({ body }) => {
        if (body?.contentHash === theirs.contentHash) return { ...theirs, state: 'rejected' as const };
        now = theirs;
        return new Refusal(409, { message: 'This proposal has changed.' });
      }),
      answer(readPageVoice, voice()),
    ],
  });
  await userEvent.click((await card()).getByRole('button', { name: /^Reject/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject Post' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Wrong time' }));
  await userEvent.type(dialog.getByLabelText(/Which time/), 'Not on Sundays');
  const reject = dialog.getByRole('button', { name: 'Reject' });
  await userEvent.click(reject);
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('This proposal has changed.'));
  expect(await dialog.findByText('We open at eight.')).toBeDefined();
  await userEvent.click(reject);
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Continue with this version' }));
  await userEvent.keyboard('{Enter}');
  await userEvent.click(reject);
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post rejected'));
  expect(calls.filter(({ path }) => path.endsWith('/reject')).map(({ body }) => body)).toEqual(
    [proposal, theirs].map(({ contentHash }) => ({ kind: 'time', reason: 'Not on Sundays', contentHash })),
  );
});

test.each([
  ['another one', [buildProposal({ id: '2', contentHash: 'c'.repeat(64), content: 'Not meant.' })]],
  ['nothing', []],
])(
  'what was typed for a post is for it alone, when somebody decides it meanwhile and %s comes up',
  async (_what, rest) => {
    const proposal = buildProposal();
    let now = [proposal, ...rest];
    const decided = new Refusal(409, { message: 'Somebody has decided on this post.' });
    const { calls, toasts, queryClient } = renderScreen(AutomationScreen, {
      path: '/super-generator?inbox=waiting',
      routes: [
        answer(listProposals, () => ({
          proposals: now,
          pagination: { page: 1, limit: 20, total: now.length, pages: 1 },
        })),
        answer(changeProposal, () => decided),
        answer(listPages, []),
      ],
    });
    await userEvent.click((await card()).getByRole('button', { name: /^Edit/ }));
    const edit = within(await screen.findByRole('dialog', { name: 'Edit Post' }));
    await userEvent.type(edit.getByLabelText('Text'), ' Mine.');
    now = rest;
    await queryClient.invalidateQueries();
    await userEvent.click(edit.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(toasts.at(-1)?.description).toBe('Somebody has decided on this post.'));
    expect(calls.find(({ method }) => method === 'PATCH')).toMatchObject({
      params: { id: '1' },
      body: { content: `${proposal.content} Mine.` },
    });
    expect(edit.getByLabelText<HTMLTextAreaElement>('Text').value).toBe(`${proposal.content} Mine.`);
  },
);

test.each(['Approve', 'Reject'])(
  'after the last post, %s leads the keyboard to the sentence that none is left',
  async (answered) => {
    const proposal = buildProposal();
    let left = [proposal];
    const decide = (state: Proposal['state']) => () => {
      left = [];
      return { ...proposal, state };
    };
    renderScreen(AutomationScreen, {
      path: '/super-generator?inbox=waiting',
      routes: [
        answer(listProposals, () => ({
          proposals: left,
          pagination: { page: 1, limit: 20, total: left.length, pages: 1 },
        })),
        answer(approveProposal, decide('scheduled')),
        answer(rejectProposal, decide('rejected')),
        answer(readPageVoice, voice()),
      ],
    });
    (await card()).getByRole('button', { name: new RegExp(`^${answered}`) }).focus();
    await userEvent.keyboard('{Enter}');
    if (answered === 'Reject') {
      await userEvent.click(await screen.findByRole('radio', { name: 'Wrong time' }));
      await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    }
    const empty = await screen.findByText(/Nothing needs your approval/);
    await waitFor(() => expect(document.activeElement).toBe(empty));
  },
);

test('nothing to review says so, and leaves the keyboard where it is', async () => {
  open([]);
  expect(await screen.findByText(/Nothing needs your approval/)).toBeDefined();
  expect(document.activeElement).toBe(document.body);
});

test('a text in doubt says what to do about it', async () => {
  const message = '2 claims have no source: “RM 4.99”, “best”.';
  open([buildProposal({ reasons: [{ code: 'unsourced_claims', message }] })]);
  const shown = await card();
  expect(shown.getByText(`${message} Approve it if they are true. If not, edit the text first.`)).toBeDefined();
});
