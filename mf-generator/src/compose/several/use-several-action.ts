import { describeOffline, useNotify, useTimeZone } from '@pagecast/shell/kit';
import { labelOf } from '../use-action.ts';
import { focusField } from '../field-ids.ts';
import type { DraftState } from '../../drafts/draft-state.ts';
import type { DraftStore } from '../../drafts/draft-store.ts';
import type { Several } from '../../drafts/draft.ts';
import { readComposition } from './read-composition.ts';
import { spreadOf } from './several.ts';
import { isStory } from './story.ts';
import { useComposing } from './use-composing.ts';

interface Given {
  readonly state: DraftState;
  readonly store: DraftStore;
  readonly several: Several;
  readonly isWriting: boolean;
  /** A video is on its way. */
  readonly isUploading: boolean;
  nameOf(pageId: string): string;
  /** Shows the page that something is missing for. */
  onPage(pageId: string): void;
}

/** What the action button does: reads the composition, says what is missing, or sends it. */
export function useSeveralAction({ state, store, several, isWriting, isUploading, nameOf, onPage }: Given) {
  const { key, fields: draft } = state;
  const notify = useNotify();
  const timeZone = useTimeZone();
  const { compose, ...composing } = useComposing(store);
  const label = ['best', 'slots'].includes(spreadOf(several)) ? 'Schedule Post' : labelOf(draft);

  /** @param asked what is not as it is in the draft */
  function send(asked: { several?: Several; tooClose?: 'allow' } = {}) {
    const wanted = asked.several ?? several;
    if (isWriting && draft.mode === 'ai' && !isStory(wanted))
      return notify({
        tone: 'destructive',
        title: 'Still Writing',
        description: 'Wait until the AI has finished, or stop it.',
      });
    if (isUploading)
      return notify({
        tone: 'destructive',
        title: 'Still Uploading',
        description: 'Wait until the video is uploaded, or cancel it.',
      });
    const reading = readComposition(draft, wanted, { timeZone, now: new Date(), nameOf });
    if ('problem' in reading) {
      const { field, ...words } = reading.problem;
      if (reading.pageId === undefined) focusField(field);
      else onPage(reading.pageId);
      return notify({ tone: 'destructive', ...words });
    }
    const offline = describeOffline(label);
    if (offline !== null) return notify(offline);
    const { tooClose } = asked;
    compose({ body: { ...reading.body, ...(tooClose !== undefined && { tooClose }) }, several: wanted, key });
  }

  return { send, label, ...composing };
}
