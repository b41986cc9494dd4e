import { expect, test, vi } from 'vitest';
import { shellQueryClient } from './query-client.ts';

test('an area changes no rule by which all others read', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const client = shellQueryClient();
  const rules = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { enabled: false, staleTime: 0 } });
  expect(client.getDefaultOptions()).toEqual(rules);
});

test('what an area hears and fails at is told, and keeps nobody from reading and writing', async () => {
  const told = vi.fn();
  vi.stubGlobal('reportError', told);
  const client = shellQueryClient();
  const failure = new Error('chart already disposed');
  const heard: unknown[] = [];
  for (const cache of [client.getQueryCache(), client.getMutationCache()]) {
    cache.subscribe(() => {
      throw failure;
    });
    cache.subscribe(({ type }) => heard.push(type));
  }
  expect(await client.fetchQuery({ queryKey: ['posts'], queryFn: async () => 7 })).toBe(7);
  client.getMutationCache().build(client, { mutationFn: async () => 8 });
  expect(heard).toEqual(expect.arrayContaining(['added', 'updated']));
  expect(told).toHaveBeenCalledWith(failure);
});
