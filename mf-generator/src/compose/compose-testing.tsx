import {
  checkClaims,
  checkPost,
  deleteDraft,
  facebookConfig,
  generateContent,
  listDrafts,
  listPages,
  NO_VOICE,
  readDraft,
  readPageVoice,
  saveDraft,
  type Draft,
} from '@pagecast/api/contract';
import { answer, buildPage, chooseIn, Refusal, renderScreen } from '@pagecast/shell/kit/testing';
import type { Answer, SeenCall } from '@pagecast/shell/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect } from 'vitest';
import { ComposeScreen } from './compose-screen.tsx';

// For tests of the composer, each in a browser that has kept nothing.
export const config = answer(facebookConfig, {
  appId: '1',
  version: 'v19.0',
  sdkUrl: '/sdk.js',
  supportEmail: 'a@b.c',
  fiztechHost: 'fiztech.example',
});
export const somePages = answer(listPages, [
  buildPage(),
  buildPage({ id: 9, name: 'Night Diner' }),
  buildPage({ id: 8, name: 'Lost Page', isConnected: false }),
]);
export const writer = answer(generateContent, { content: 'Warm loaves at eight. #bread', generationId: 31 });
export const nothingInTheWay = answer(checkPost, { repetitions: [], near: [] });

export const claimsNothing = answer(checkClaims, {
  claims: [],
  unsourced: 0,
  sourced: 0,
  checkedTo: null,
  avoided: [],
});
export const noVoice = answer(readPageVoice, {
  facebookPageId: 7,
  pageName: 'Corner Bakery',
  voice: NO_VOICE,
  revision: 0,
  updatedAt: null,
  mayEdit: true,
});

/** The drafts of the server, which keeps them as the real one does. */
export const drafts = new Map<string, Draft>();
export const keeper = [
  answer(listDrafts, () =>
    [...drafts.values()].map(({ key, revision, updatedAt, fields }) => ({
      key,
      revision,
      updatedAt,
      platform: fields.platform,
      pageId: fields.pageId,
      excerpt: fields.manual || fields.generated,
    })),
  ),
  answer(readDraft, ({ params }) => drafts.get(String(params.key)) ?? new Refusal(404)),
  answer(saveDraft, ({ params, body }) => {
    const found = drafts.get(String(params.key));
    if (found !== undefined && found.revision !== body.revision)
      return new Refusal(409, { message: 'Changed', code: 'conflict', draft: found });
    const saved = {
      key: String(params.key),
      revision: body.revision + 1,
      updatedAt: '2026-11-21T08:00:00.000Z',
      fields: body.fields,
    };
    drafts.set(saved.key, saved);
    return saved;
  }),
  answer(deleteDraft, ({ params }) => {
    drafts.delete(String(params.key));
    return { success: true as const };
  }),
];

beforeEach(() => {
  drafts.clear();
  localStorage.clear();
  sessionStorage.clear();
});

const ASKS: readonly string[] = [checkPost.path, checkClaims.path];

/** The writes about posts, without those that keep the draft. */
export const writesIn = (calls: readonly SeenCall[]) =>
  calls.filter(
    ({ method, path }) => method !== 'GET' && /^\/api\/(posts|fiztech-publish)/.test(path) && !ASKS.includes(path),
  );

export const open = (...routes: Answer[]) => openAt('/content-generator', ...routes);

export async function openAt(path: string, ...routes: Answer[]) {
  const shown = renderScreen(ComposeScreen, {
    path,
    routes: [config, somePages, writer, nothingInTheWay, claimsNothing, noVoice, ...keeper, ...routes],
  });
  await screen.findByRole('heading', { level: 1, name: 'Create content for Facebook and fiztech.example' });
  await waitFor(() => expect(document.querySelector('.animate-glow')).toBeNull());
  return shown;
}

export async function generate() {
  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'promotional');
  await userEvent.type(screen.getByLabelText(/keywords/i), 'bread');
  await userEvent.click(screen.getByRole('button', { name: /^Generate/ }));
  return await screen.findByRole('textbox', { name: 'Generated content' });
}

export async function writeByHand(text: string) {
  await userEvent.click(screen.getByRole('tab', { name: 'Manual Input' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your content' }), text);
}

export const choosePage = () => chooseIn(screen.getByLabelText('Facebook page'), 'Corner Bakery');
