import type { PageId } from '../contract/ids.ts';
import type { ProposalInput } from '../features/proposals/proposal-input.ts';

/** A text that a program proposes for a page and a time. */
export function buildProposalInput(
  base: { facebookPageId: PageId; content: string; scheduledAt: Date },
  facts: Partial<ProposalInput> = {},
): ProposalInput {
  return {
    link: null,
    contentType: 'story',
    isAiGenerated: true,
    mediaType: 'text',
    placement: 'feed',
    places: [],
    nextSlot: null,
    note: null,
    ...base,
    ...facts,
  };
}
