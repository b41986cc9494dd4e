import { checkClaims } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useSettled } from '../use-settled.ts';
import { placeFound } from './place-claims.ts';

/** After a pause this long in the typing the server is asked. */
const ASK_AFTER_MS = 700;

export interface Written {
  readonly text: string;
  /** What the AI was told. */
  readonly brief: string;
  /** null: for none in particular. */
  readonly pageId: number | null;
  /** What it is about; null: what the brief says. */
  readonly sourceId: number | null;
}

/** What a text claims that its brief does not say, at first and after each pause in the editing. */
export function useClaims({ text, brief, pageId, sourceId }: Written) {
  const asked = useSettled(
    { content: text, brief, facebookPageId: pageId, ...(sourceId !== null && { sourceId }) },
    ASK_AFTER_MS,
  );
  const { data, isError } = useQuery({
    ...apiQuery(checkClaims, { body: asked }),
    enabled: asked.content.trim() !== '',
    placeholderData: (before) => before,
  });
  return {
    isError,
    answer: data,
    claims: placeFound(text, data?.claims ?? []),
    avoided: placeFound(text, data?.avoided ?? []),
  };
}
