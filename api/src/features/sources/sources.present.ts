import { beginningOf } from '../../beginning-of.ts';
import { SOURCE_BEGINNING_LENGTH, type Source } from '../../contract/sources.ts';
import { countWords } from '../../text-checks/words.ts';
import type { KeptSource } from './sources.repository.ts';

export function present(source: KeptSource): Source {
  const { id, kind, address, name, title, author, publishedAt, text, isCut } = source;
  const beginning = beginningOf(text, SOURCE_BEGINNING_LENGTH);
  return {
    id,
    kind,
    address,
    name,
    title,
    author,
    publishedAt: publishedAt?.toISOString() ?? null,
    beginning,
    words: countWords(text),
    isCut,
  };
}
