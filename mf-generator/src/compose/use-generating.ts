import { generateContent } from '@pagecast/api/contract';
import { callInChunks, useNotify } from '@pagecast/shell/kit';
import type { Draft } from '../drafts/draft.ts';
import { focusField } from './field-ids.ts';
import { readGeneration } from './read-draft.ts';
import type { useWriting } from './use-writing.ts';

/** A text by the AI, and the call that wrote it. */
export interface WrittenText {
  readonly content: string;
  readonly generationId: number;
}
export type Writing = ReturnType<typeof useWriting<WrittenText>>;

/** Has the AI write what the fields say, or says what is missing in them. */
export function useGenerating(draft: Draft, writing: Writing): () => void {
  const notify = useNotify();
  return () => {
    if (writing.isRunning) return;
    const reading = readGeneration(draft);
    if ('problem' in reading) {
      const { field, ...words } = reading.problem;
      focusField(field);
      return notify({ tone: 'destructive', ...words });
    }
    writing.start((signal, update) =>
      callInChunks(generateContent, { body: reading.body, signal }, ({ text, generationId }) => {
        // Before its first word it has a number.
        if (text !== '') update((before) => ({ content: (before?.content ?? '') + text, generationId }));
      }),
    );
  };
}
