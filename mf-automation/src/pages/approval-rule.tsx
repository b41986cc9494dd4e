import {
  endApprovalRule,
  listApprovalRules,
  type ApprovalRule as Rule,
  type PageConfiguration,
} from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  ConfirmDialog,
  contentTypeLabel,
  reasonOf,
  Skeleton,
  Time,
  useApiMutation,
  useNotify,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { RuleDialog } from './rule-dialog.tsx';

/** The rule by which posts of a page that asks first are approved, where its owner wrote one. It counts at once. */
export function ApprovalRule({ page: { pageId, pageName } }: { page: PageConfiguration }) {
  const { data, error, refetch } = useQuery(apiQuery(listApprovalRules));
  const [open, setOpen] = useState<'write' | 'end' | null>(null);
  const rule = data?.rules.find(({ facebookPageId }) => facebookPageId === pageId) ?? null;
  const close = () => setOpen(null);
  const section = useRef<HTMLElement>(null);
  const [hasEnded, setHasEnded] = useState(false);
  const hasRule = rule !== null;
  // The button that ends it goes away with the rule.
  useEffect(() => {
    if (hasEnded && !hasRule && open === null && document.activeElement === document.body) section.current?.focus();
  }, [hasEnded, hasRule, open]);
  if (error !== null && data === undefined)
    return (
      <p role="alert" className="text-sm text-bad">
        We couldn't load this page's approval rule.{' '}
        <button type="button" className="min-h-6 underline pointer-coarse:min-h-11" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  if (data === undefined) return <Skeleton className="h-16" />;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={`Approval rule of ${pageName}`}
      className="flex flex-col gap-2 rounded-control"
    >
      <h4 className="text-sm font-medium">Approval rule</h4>
      {rule === null ? (
        <p className="text-xs text-ink-soft">
          Off. You can write a rule that approves some posts for you, so that you only review the others.
        </p>
      ) : (
        <RuleWords rule={rule} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setOpen('write')}>
          {rule === null ? 'Write a rule' : 'Change rule'}
        </Button>
        {rule !== null && (
          <Button size="sm" onClick={() => setOpen('end')}>
            End rule
          </Button>
        )}
      </div>
      {open === 'write' && <RuleDialog pageId={pageId} pageName={pageName} rule={rule} onClose={close} />}
      {open === 'end' && (
        <EndRule pageId={pageId} pageName={pageName} onEnded={() => setHasEnded(true)} onClose={close} />
      )}
    </section>
  );
}

function RuleWords({ rule: { kinds, postsPerDay, writtenBy, writtenAt, approvedToday } }: { rule: Rule }) {
  return (
    <p className="text-sm wrap-anywhere text-ink-soft">
      Approves up to {postsPerDay} {postsPerDay === 1 ? 'post' : 'posts'} a day:{' '}
      {kinds.map((kind) => contentTypeLabel(kind)).join(', ')}. {approvedToday} approved today. Written by{' '}
      <bdi>{writtenBy}</bdi>, <Time instant={writtenAt} />.
    </p>
  );
}

function EndRule({
  pageId,
  pageName,
  onEnded,
  onClose,
}: {
  pageId: number;
  pageName: string;
  onEnded: () => void;
  onClose: () => void;
}) {
  const notify = useNotify();
  const end = useApiMutation(endApprovalRule, {
    onSuccess: () => notify({ tone: 'default', title: 'Rule ended', description: 'New posts wait for you again.' }),
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Rule not ended', description: reasonOf(error, 'Unknown error') }),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="End Rule"
      message={
        `From now on, each new post for ${pageName} waits for your approval. ` +
        'Posts that the rule has approved stay scheduled.'
      }
      confirmLabel="End rule"
      destructive
      busy={end.isPending}
      busyLabel="Ending..."
      onConfirm={() => end.mutate({ params: { id: pageId } }, { onSuccess: onEnded, onSettled: onClose })}
    />
  );
}
