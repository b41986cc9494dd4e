// @vitest-environment jsdom
import type { Draft as ServerDraft, DraftFields } from '@pagecast/api/contract';
import { ApiError } from '@pagecast/shell/kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterSuccess, emptyDraft } from './draft.ts';
import type { DraftCalls } from './draft-state.ts';
import { createDraftStore } from './draft-store.ts';
import { keptDrafts } from './kept-drafts.ts';

/** The server, as far as drafts go. */
let drafts: Map<string, ServerDraft>;
let refusal: ApiError | null;
let saves: number;
const refused = (status: number, body: object = {}) =>
  new ApiError(`${status}`, { status, body: { message: 'No', code: 'no', ...body }, reason: 'No', requestId: null });

const calls: DraftCalls = {
  list: async () => {
    if (refusal !== null) throw refusal;
    return [...drafts.values()].reverse().map(({ key, revision, updatedAt, fields }) => ({
      key,
      revision,
      updatedAt,
      platform: fields.platform,
      pageId: fields.pageId,
      excerpt: fields.manual,
    }));
  },
  read: async (key) => {
    const found = drafts.get(key);
    if (found === undefined) throw refused(404);
    return found;
  },
  save: async (key, revision, fields) => {
    saves += 1;
    if (refusal !== null) throw refusal;
    const found = drafts.get(key);
    if (found === undefined && revision > 0) throw refused(404);
    if (found !== undefined && found.revision !== revision) throw refused(409, { draft: found });
    const saved = { key, revision: revision + 1, updatedAt: '2026-11-21T08:00:00Z', fields };
    drafts.set(key, saved);
    return saved;
  },
  remove: async (key) => {
    if (refusal !== null) throw refusal;
    drafts.delete(key);
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
  drafts = new Map();
  refusal = null;
  saves = 0;
});
afterEach(() => vi.useRealTimers());

async function open() {
  const store = createDraftStore({ calls, kept: keptDrafts('100') });
  store.subscribe(() => {});
  await store.start();
  return store;
}
/** Another tab has its own session storage. */
async function openInAnotherTab() {
  sessionStorage.clear();
  return open();
}
const write = (store: Awaited<ReturnType<typeof open>>, manual: string) =>
  store.change((before: DraftFields) => ({ ...before, mode: 'manual', manual }));
const onServer = () => [...drafts.values()].map(({ fields }) => fields.manual);

test('a draft is saved within three seconds of the last key, and once for many keys', async () => {
  const store = await open();
  for (const text of ['F', 'Fr', 'Fresh']) write(store, text);
  expect(onServer()).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(onServer()).toEqual(['Fresh']);
  expect(saves).toBe(1);
  expect(store.get()).toMatchObject({ saving: 'clean', revision: 1 });
});

test('somebody who types on and on is saved all the same', async () => {
  const store = await open();
  for (let count = 0; count < 20; count += 1) {
    write(store, 'x'.repeat(count + 1));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(saves).toBeGreaterThan(0);
});

test('what was begun for a draft is for it still, once another one is open', async () => {
  const store = await open();
  write(store, 'First');
  const { key } = store.get();
  await vi.advanceTimersByTimeAsync(3000);
  store.startNew(emptyDraft);
  store.changeOf(key, (before: DraftFields) => ({ ...before, manual: `${before.manual}, and more` }));
  await vi.advanceTimersByTimeAsync(0);
  expect(onServer()).toEqual(['First, and more']);

  write(store, 'Second');
  const { key: unsaved } = store.get();
  store.startNew(emptyDraft);
  store.changeOf(unsaved, (before: DraftFields) => ({ ...before, manual: `${before.manual}, and more` }));
  await openInAnotherTab();
  await vi.advanceTimersByTimeAsync(3000);
  expect(onServer()).toEqual(['First, and more', 'Second, and more']);

  store.changeOf('gone', (before: DraftFields) => ({ ...before, manual: 'Lost' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(onServer()).toHaveLength(2);
});

test('an untouched composer leaves no draft behind', async () => {
  const store = await open();
  write(store, 'a');
  write(store, '');
  store.change(emptyDraft);
  await vi.advanceTimersByTimeAsync(5000);
  expect([onServer(), localStorage.length]).toEqual([[], 0]);
});

test('the choice of a platform alone is no draft, and goes with the first text', async () => {
  const store = await open();
  store.change((before: DraftFields) => ({ ...before, platform: 'fiztech' }));
  await vi.advanceTimersByTimeAsync(5000);
  expect([saves, localStorage.length, store.get()]).toMatchObject([0, 0, { saving: 'clean' }]);
  write(store, 'Fresh');
  await vi.advanceTimersByTimeAsync(3000);
  expect([...drafts.values()].map(({ fields }) => fields.platform)).toEqual(['fiztech']);
});

test('what was written a moment before a crash is there again, and is saved then', async () => {
  write(await open(), 'Almost lost');
  const again = await open();
  expect(again.get().fields.manual).toBe('Almost lost');
  await vi.advanceTimersByTimeAsync(3000);
  expect(onServer()).toEqual(['Almost lost']);
});

test('while the server cannot be reached it stays in this browser, and is saved once it can', async () => {
  refusal = ApiError.unreachable(new TypeError());
  const store = await open();
  write(store, 'Offline');
  await vi.advanceTimersByTimeAsync(3000);
  expect(store.get()).toMatchObject({ saving: 'here', problem: "We can't reach Pagecast." });
  refusal = null;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onServer()).toEqual(['Offline']);
  expect(store.get()).toMatchObject({ saving: 'clean', problem: null });
});

test('a lapsed session loses nothing: the next visit finds it, also in another tab', async () => {
  const store = await open();
  refusal = refused(401);
  write(store, 'Logged out meanwhile');
  await vi.advanceTimersByTimeAsync(3000);
  expect(store.get().problem).toMatch(/logged out/);
  refusal = null;
  expect((await openInAnotherTab()).get().fields.manual).toBe('Logged out meanwhile');
});

test('every text that dead tabs left behind becomes a draft', async () => {
  refusal = ApiError.unreachable(new TypeError());
  write(await open(), 'One');
  const second = await openInAnotherTab();
  second.startNew();
  write(second, 'Two');
  await vi.advanceTimersByTimeAsync(120_000);
  refusal = null;
  drafts.clear();
  await openInAnotherTab();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(new Set(onServer())).toEqual(new Set(['One', 'Two']));
});

test('a new tab takes up what was last open in this browser, or offers the newest draft', async () => {
  write(await open(), 'From my other computer');
  await vi.advanceTimersByTimeAsync(3000);
  expect((await openInAnotherTab()).get()).toMatchObject({ revision: 1, fields: { manual: 'From my other computer' } });
  localStorage.clear();
  const fresh = await openInAnotherTab();
  expect(fresh.get()).toMatchObject({ fields: { manual: '' }, offer: { excerpt: 'From my other computer' } });
  await fresh.open(fresh.get().offer?.key ?? '');
  expect(fresh.get()).toMatchObject({ offer: null, fields: { manual: 'From my other computer' } });
});

test('a draft in which nothing is written is offered to nobody', async () => {
  write(await open(), '');
  await vi.advanceTimersByTimeAsync(3000);
  expect(onServer()).toEqual(['']);
  localStorage.clear();
  expect((await openInAnotherTab()).get()).toMatchObject({ offer: null });
});

async function conflict() {
  const mine = await open();
  write(mine, 'Fresh');
  await vi.advanceTimersByTimeAsync(3000);
  const theirs = await openInAnotherTab();
  write(theirs, 'Theirs');
  await vi.advanceTimersByTimeAsync(3000);
  write(mine, 'Mine');
  await vi.advanceTimersByTimeAsync(3000);
  return { mine, theirs };
}

test('a second tab never writes over the first: the person is asked', async () => {
  const { mine } = await conflict();
  expect(onServer()).toEqual(['Theirs']);
  expect(mine.get()).toMatchObject({
    fields: { manual: 'Mine' },
    conflict: { kind: 'changed', theirs: { fields: { manual: 'Theirs' } } },
  });
  write(mine, 'Mine, still');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onServer()).toEqual(['Theirs']);
});

test.each([
  ['theirs', ['Theirs'], 'Theirs'],
  ['mine', ['Mine'], 'Mine'],
  ['both', ['Theirs', 'Mine'], 'Mine'],
] as const)('asked, %s leaves %j', async (choice, texts, shown) => {
  const { mine } = await conflict();
  mine.resolve(choice);
  await vi.advanceTimersByTimeAsync(3000);
  expect(onServer()).toEqual(texts);
  expect(mine.get()).toMatchObject({ conflict: null, saving: 'clean', fields: { manual: shown } });
});

test('what went out in another tab does not come back by itself', async () => {
  const mine = await open();
  write(mine, 'Fresh');
  await vi.advanceTimersByTimeAsync(3000);
  const theirs = await openInAnotherTab();
  theirs.finish(theirs.get().key, afterSuccess);
  await vi.advanceTimersByTimeAsync(100);
  write(mine, 'Fresh bread');
  await vi.advanceTimersByTimeAsync(3000);
  expect(onServer()).toEqual([]);
  expect(mine.get().conflict).toEqual({ kind: 'gone' });
  mine.resolve('both');
  await vi.advanceTimersByTimeAsync(3000);
  expect(onServer()).toEqual(['Fresh bread']);
});

test('a tab that shows an older version takes up the newer one when it is looked at', async () => {
  const mine = await open();
  write(mine, 'Fresh');
  await vi.advanceTimersByTimeAsync(3000);
  write(await openInAnotherTab(), 'Fresh bread');
  await vi.advanceTimersByTimeAsync(3000);
  await mine.poll();
  expect(mine.get()).toMatchObject({ fields: { manual: 'Fresh bread' }, conflict: null });
});

test('what went out is no draft any more, also when its deletion comes late', async () => {
  const store = await open();
  write(store, 'Fresh');
  await vi.advanceTimersByTimeAsync(3000);
  refusal = ApiError.unreachable(new TypeError());
  store.finish(store.get().key, afterSuccess);
  await vi.advanceTimersByTimeAsync(100);
  expect(store.get()).toMatchObject({ revision: 0, fields: { manual: '', mode: 'ai' } });
  refusal = null;
  expect((await open()).get().fields.manual).toBe('');
  await vi.advanceTimersByTimeAsync(100);
  expect(onServer()).toEqual([]);
});

test('text for the other site stays when the post went out', async () => {
  const store = await open();
  store.change({
    ...emptyDraft,
    generated: 'Out',
    article: { ...emptyDraft.article, content: { title: 'A phone', body: 'It rings.' } },
  });
  store.finish(store.get().key, afterSuccess);
  await vi.advanceTimersByTimeAsync(3000);
  expect([...drafts.values()].map(({ fields }) => [fields.generated, fields.article.content?.title])).toEqual([
    ['', 'A phone'],
  ]);
});

test('another draft can be opened and the one before is saved first', async () => {
  const store = await open();
  write(store, 'One');
  await vi.advanceTimersByTimeAsync(3000);
  const first = store.get().key;
  store.startNew();
  write(store, 'Two');
  await store.open(first);
  expect(store.get().fields.manual).toBe('One');
  expect(onServer()).toEqual(['One', 'Two']);
});

test('a draft that is discarded is gone, also when it is just being saved', async () => {
  const store = await open();
  write(store, 'Away with it');
  void store.save();
  await store.discard();
  expect(onServer()).toEqual([]);
  expect(store.get().fields.manual).toBe('');
});
