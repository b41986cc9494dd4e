import { deleteDraft, listDrafts, readDraft, saveDraft } from '@pagecast/api/contract';
import { callApi, hear, refresh, useUser } from '@pagecast/shell/kit';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { DraftState } from './draft-state.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';
import { keptDrafts } from './kept-drafts.ts';

/** A draft outlives its screen: an answer may come while the person is on another one. */
const stores = new WeakMap<QueryClient, Map<string, DraftStore>>();

/**
 * What is being written, for as long as the composer shows: saved when the person looks away, and compared when they
 * look again.
 */
export function useDraft(): { state: DraftState; store: DraftStore } {
  const client = useQueryClient();
  const store = storeOf(client, useUser().id);
  const state = useSyncExternalStore(store.subscribe, store.get);

  useEffect(() => {
    void store.start();
    const onVisibilityChange = () => {
      void (document.visibilityState === 'hidden' ? store.save() : store.poll());
    };
    const goOn = () => {
      void store.save();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    window.addEventListener('online', goOn);
    const stopHearing = hear('back', goOn);
    return () => {
      stopHearing();
      document.removeEventListener('visibilitychange', onVisibilityChange);
      window.removeEventListener('online', goOn);
      void store.save();
    };
  }, [store]);

  return { state, store };
}

/** The draft that is open, for parts of the composer. */
export function useOpenDraft(): { key: string; store: DraftStore } {
  const store = storeOf(useQueryClient(), useUser().id);
  return { key: useSyncExternalStore(store.subscribe, () => store.get().key), store };
}

function storeOf(client: QueryClient, userId: string): DraftStore {
  const ofClient = stores.get(client) ?? new Map<string, DraftStore>();
  stores.set(client, ofClient);
  const store = ofClient.get(userId) ?? createDraftStore({ kept: keptDrafts(userId), calls: callsOf(client) });
  ofClient.set(userId, store);
  return store;
}

function callsOf(client: QueryClient) {
  return {
    list: () => callApi(listDrafts),
    read: (key: string) => callApi(readDraft, { params: { key } }),
    async save(key: string, revision: number, fields: DraftState['fields']) {
      const saved = await callApi(saveDraft, { params: { key }, body: { revision, fields } });
      refresh(client, saveDraft);
      return saved;
    },
    async remove(key: string) {
      await callApi(deleteDraft, { params: { key } });
      refresh(client, deleteDraft);
    },
  };
}
