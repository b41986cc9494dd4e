import { VARIANTS, type WrittenVariant } from '@pagecast/api/contract';

/** One variant as far as it is written. */
export interface Variant {
  readonly text: string;
  /** The call that writes it; 0 before it began. */
  readonly generationId: number;
  readonly state: 'writing' | 'ready' | 'stopped' | 'failed';
  readonly costMicros: number | null;
  /** Why it failed. */
  readonly problem: string | null;
}

const BEGINNING: Variant = { text: '', generationId: 0, state: 'writing', costMicros: null, problem: null };

export const beginning = (): Variant[] => Array.from({ length: VARIANTS }, () => BEGINNING);

/** With the next words. Of one that was stopped, no more are taken. */
export function withWords(variant: Variant, text: string, generationId: number): Variant {
  return variant.state === 'writing' ? { ...variant, text: variant.text + text, generationId } : variant;
}

/** What came of one. What was written of it stays, however it ended. */
export function withEnd(
  variant: Variant,
  { content, generationId, costMicros, problem, isStopped }: WrittenVariant,
): Variant {
  if (content !== null)
    return variant.state === 'stopped'
      ? { ...variant, costMicros }
      : { text: content, generationId, state: 'ready', costMicros, problem: null };
  if (variant.state === 'stopped' || isStopped) return { ...variant, generationId, state: 'stopped' };
  return { ...variant, generationId, state: 'failed', problem: problem?.message ?? null };
}

export const stopped = (variant: Variant): Variant =>
  variant.state === 'writing' ? { ...variant, state: 'stopped' } : variant;

/** The whole answer was lost. */
export const brokenOff = (variant: Variant, problem: string): Variant =>
  variant.state === 'writing' ? { ...variant, state: 'failed', problem } : variant;

/** Those that are nearly the same as the one in this place, as people count them. */
export function likeThis(place: number, alike: readonly (readonly [number, number])[]): number[] {
  return alike.flatMap(([one, other]) => {
    if (one === place) return [other + 1];
    return other === place ? [one + 1] : [];
  });
}

/** 'Writing 3 variants.', '2 of 3 variants are ready.' */
export function progressOf(variants: readonly Variant[]): string {
  const ready = variants.filter(({ state }) => state === 'ready').length;
  if (variants.some(({ state }) => state === 'writing'))
    return ready === 0 ? `Writing ${variants.length} variants.` : `${ready} of ${variants.length} variants are ready.`;
  return ready === variants.length
    ? `All ${ready} variants are ready.`
    : `${ready} of ${variants.length} variants are ready.`;
}
