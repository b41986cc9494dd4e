import { LateWindow, lazyPart } from '@pagecast/shell/kit';
import { UnsavedDialog } from './unsaved-dialog.tsx';
import type { Steps } from './use-steps.ts';

const UnreadDialog = /* @__PURE__ */ lazyPart(async () => (await import('../late.ts')).UnreadDialog);

/** What is asked before a step of the screen is taken. */
export function Questions({ steps }: { steps: Steps }) {
  const { save, guard, unread } = steps;
  const [first, ...others] = unread.pages;
  return (
    <>
      <UnsavedDialog
        open={steps.isAskingToStart}
        message="You have unsaved changes. Start with them, or with your last saved settings?"
        saveLabel="Save and start"
        dropLabel="Start without changes"
        isSaving={save.isPending}
        onSave={steps.saveAndStart}
        onDrop={steps.startAsSaved}
        onClose={steps.keepWaiting}
      />
      <UnsavedDialog
        open={guard.isAsking && !unread.isAsking}
        message="You have unsaved changes here."
        saveLabel="Save and leave"
        dropLabel="Leave without saving"
        isSaving={save.isPending}
        onSave={steps.saveAndLeave}
        onDrop={steps.leaveUnsaved}
        onClose={guard.stay}
      />
      {first !== undefined && (
        <LateWindow onClose={unread.cancel}>
          <UnreadDialog
            pages={[first, ...others]}
            onAgree={() => unread.decide({ isUnreadAgreed: true })}
            onReview={() => unread.decide({ mode: 'draft' })}
            onClose={unread.cancel}
          />
        </LateWindow>
      )}
    </>
  );
}
