import { Button, focusHeading, Time } from '@pagecast/shell/kit';
import { TriangleAlert } from 'lucide-react';
import type { DraftState } from './draft-state.ts';
import type { DraftStore } from './draft-store.ts';

interface Props {
  readonly conflict: NonNullable<DraftState['conflict']>;
  readonly store: DraftStore;
}

/** Asks which of two versions stays. Until then nothing is saved, and both are kept. */
export function ConflictBar({ conflict, store }: Props) {
  const resolve = (choice: Parameters<DraftStore['resolve']>[0]) => () => {
    store.resolve(choice);
    focusHeading();
  };
  return (
    <div
      role="alert"
      className={
        'mb-4 flex flex-col gap-3 rounded-card border border-line bg-warn-soft p-4 text-warn lg:flex-row ' +
        'lg:items-center lg:justify-between'
      }
    >
      <p className="flex min-w-0 gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {conflict.kind === 'gone' ? (
          <span>
            This draft is gone. Its post was published, or the draft was deleted in another tab or on another device.
            What you see here isn't saved.
          </span>
        ) : (
          <span>
            This draft was changed in another tab or on another device, <Time instant={conflict.theirs.updatedAt} />.
            Your changes here aren't saved yet. Which version do you want to keep?
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2 lg:shrink-0">
        {conflict.kind === 'gone' ? (
          <>
            <Button size="sm" onClick={resolve('both')}>
              Keep as a new draft
            </Button>
            <Button size="sm" onClick={resolve('theirs')}>
              Discard
            </Button>
          </>
        ) : (
          <>
            <Button size="sm" onClick={resolve('both')}>
              Keep both
            </Button>
            <Button size="sm" onClick={resolve('mine')}>
              Keep mine
            </Button>
            <Button size="sm" onClick={resolve('theirs')}>
              Use the other one
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
