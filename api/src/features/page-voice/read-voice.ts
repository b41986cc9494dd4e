import * as z from 'zod/mini';
import { NO_VOICE, PageVoice } from '../../contract/page-voice.ts';
import { compiled } from '../../http/compiled.ts';

const shape = compiled(PageVoice);

/** A voice as it was kept, by a release that may have known fewer of its fields. */
export function readVoice(kept: unknown): PageVoice {
  const read = z.safeParse(shape, { ...NO_VOICE, ...(kept as object | null | undefined) });
  return read.success ? read.data : NO_VOICE;
}
