import { createProposal } from '@pagecast/api/contract';
import { callApi, type CallOutput, type Toast } from '@pagecast/shell/kit';
import type { PostBody } from '../read-draft.ts';

export interface Proposed {
  readonly toast: Toast;
  /** It waits for a decision: its text has reached whoever decides. */
  readonly isWaiting: boolean;
}

/** Proposes a post for the page of somebody else: the same once more is the same proposal. @throws ApiError */
export async function proposePost(body: PostBody, pageName: string): Promise<Proposed> {
  const { content, contentType, facebookPageId, isAiGenerated, mediaData, mediaType, scheduledAt, nextSlot } = body;
  if (facebookPageId == null) throw new Error('A post is proposed for a page');
  const proposal = await callApi(createProposal, {
    body: {
      facebookPageId,
      content,
      contentType,
      isAiGenerated,
      ...(Array.isArray(mediaData) && { media: mediaData, mediaType: mediaType ?? 'image' }),
      ...(nextSlot === undefined ? { scheduledAt } : { nextSlot }),
    },
  });
  return { toast: wordsOf(proposal, pageName), isWaiting: proposal.state === 'waiting' };
}

function wordsOf({ isRepeat, state, message }: CallOutput<typeof createProposal>, pageName: string): Toast {
  if (isRepeat && state !== 'waiting') return { tone: 'destructive', title: 'Already Proposed', description: message };
  return {
    tone: 'default',
    title: isRepeat ? 'Already Proposed' : 'Post Proposed',
    description: `It goes out on ${pageName} once it's approved.`,
  };
}
