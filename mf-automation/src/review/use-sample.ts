import { generateContent, type PageConfiguration } from '@pagecast/api/contract';
import { callInChunks } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { sampleOf } from '../pages/sample-of.ts';

/** Nobody waits longer to be asked a question. */
const TIMEOUT_MS = 30_000;

/** A sample of what the AI would write for a page. Asked for once: each one costs. Leaving ends the call. */
export function useSample(page: PageConfiguration) {
  const body = sampleOf(page);
  return useQuery({
    // Of no family of reads, so that no write makes the AI write it again.
    queryKey: ['sample', page.pageId, body],
    queryFn: async ({ signal }) => {
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      return (await callInChunks(generateContent, { body, signal: bounded }, () => {})).content;
    },
    staleTime: Infinity,
    retry: false,
  });
}
