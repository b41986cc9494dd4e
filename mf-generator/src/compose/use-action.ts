import { describeOffline, useNotify, useTimeZone } from '@pagecast/shell/kit';
import type { DraftStore } from '../drafts/draft-store.ts';
import { isScheduling, type Draft } from '../drafts/draft.ts';
import { describeAction } from './describe-action.ts';
import { focusField } from './field-ids.ts';
import { readPost } from './read-draft.ts';
import { useProposing } from './use-proposing.ts';
import { usePublishing } from './use-publishing.ts';

interface About {
  readonly draft: Draft;
  /** By which the draft is known. */
  readonly key: string;
  readonly pageName: string | null;
  /** The page is somebody else's: the post is proposed. */
  readonly isTheirs: boolean;
  /** The AI writes the text at this moment. */
  readonly isWriting: boolean;
}

/** What the one button of the composer says, does, and is about to do. */
export function useAction(store: DraftStore, { draft, key, pageName, isTheirs, isWriting }: About) {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const publishing = usePublishing(store);
  const proposing = useProposing(store);
  const label = isTheirs ? 'Propose' : labelOf(draft);

  function onAction() {
    if (isWriting)
      return notify({
        tone: 'destructive',
        title: 'Still Writing',
        description: 'Wait until the AI has finished, or stop it.',
      });
    const reading = readPost(draft, { timeZone, now: new Date() });
    if ('problem' in reading) {
      const { field, ...words } = reading.problem;
      focusField(field);
      return notify({ tone: 'destructive', ...words });
    }
    const offline = describeOffline(label);
    if (offline !== null) return notify(offline);
    const { body } = reading;
    if (isTheirs) return proposing.propose({ body, key, pageName: pageName ?? '' });
    publishing.publish({ body, failedPostId: draft.failedPostId || null, images: draft.images, key });
  }

  const busyLabel = isScheduling(draft) ? 'Scheduling Post...' : 'Publishing Post...';
  return {
    label,
    description: describeAction(draft, pageName, { timeZone, now: new Date(), isTheirs }),
    busy: publishing.isPending || proposing.isPending,
    busyLabel: isTheirs ? 'Proposing Post...' : busyLabel,
    onAction,
  };
}

/** Source: spec section 2, Content Generator. */
export function labelOf(draft: Draft): string {
  return isScheduling(draft) ? 'Schedule Post' : 'Publish Now';
}
