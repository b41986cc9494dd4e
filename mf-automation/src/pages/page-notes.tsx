import { resumeAutomationPage, type PageConfiguration } from '@pagecast/api/contract';
import { Button, reasonOf, ReconnectButton, Time, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { Play, TriangleAlert, Users } from 'lucide-react';
import type { ReactNode } from 'react';

/** What stands in the way of a page, with the way out of it. */
export function PageNotes({ page }: { page: PageConfiguration }) {
  return (
    <>
      {page.othersPublishing !== undefined && page.othersPublishing > 0 && <OthersNote count={page.othersPublishing} />}
      {page.isEnabled && page.contentScope.trim() === '' && <EmptyScopeNote pageName={page.pageName} />}
      {page.pause !== null && <PauseNote page={page} pause={page.pause} />}
      {!page.isAvailable && (
        <Note tone="text-warn bg-warn-soft" action={<ReconnectButton variant="secondary" />}>
          {page.problem?.message ?? "This page isn't connected. Reconnect it to continue."} Until then its posts are
          skipped.
        </Note>
      )}
    </>
  );
}

function PauseNote({ page, pause }: { page: PageConfiguration; pause: NonNullable<PageConfiguration['pause']> }) {
  const notify = useNotify();
  const resume = useApiMutation(resumeAutomationPage, {
    onSuccess: () =>
      notify({
        tone: 'default',
        title: 'Page resumed',
        description: `${page.pageName} is back in the next cycle.`,
      }),
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: 'Failed to resume the page',
        description: reasonOf(error, 'Unknown error'),
      }),
  });
  const button = (
    <Button
      size="sm"
      icon={<Play aria-hidden />}
      busy={resume.isPending}
      busyLabel="Resuming..."
      onClick={() => resume.mutate({ params: { id: page.pageId } })}
    >
      Resume
    </Button>
  );
  return (
    <Note tone="bg-bad-soft text-bad" action={button}>
      Paused since <Time instant={pause.since} /> after three failures in a row. The last one: {pause.reason}
    </Note>
  );
}

/** What nobody described can be about anything. */
function EmptyScopeNote({ pageName }: { pageName: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>The content scope is empty, so the AI writes about {pageName} in general. Tell it what to post about.</span>
    </p>
  );
}

function OthersNote({ count }: { count: number }) {
  return (
    <p className="flex items-start gap-2 text-sm text-ink-soft">
      <Users aria-hidden className="mt-0.5 size-4 shrink-0" />
      {count === 1 ? '1 other person publishes' : `${count.toLocaleString('en')} other people publish`} to this page
      with Pagecast. Their plans aren't in your queue, so agree on who posts what.
    </p>
  );
}

function Note({ tone, action, children }: { tone: string; action: ReactNode; children: ReactNode }) {
  return (
    <div
      className={
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control px-3 py-2 text-sm ' + tone
      }
    >
      <p className="min-w-0 max-w-[72ch] flex-1 basis-56 wrap-anywhere">{children}</p>
      {action}
    </div>
  );
}
