import { checkPagesStatus, removePage, type FacebookPage, PROBLEM_ACTION } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { AudioLines, CircleCheck, CircleX, Link2, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import {
  apiQuery,
  Badge,
  ButtonLink,
  Card,
  ConfirmDialog,
  EmptyState,
  IconButton,
  LateWindow,
  lazyPart,
  Problem,
  reasonOf,
  ReconnectButton,
  Skeleton,
  useApiMutation,
  useNotify,
  WaitsForConnection,
} from '../../kit/index.ts';
import { PageList } from '../connection/page-list.tsx';

/** Most visits open neither. */
const LinkLimitDialog = /* @__PURE__ */ lazyPart(async () => (await import('./link-limit-dialog.tsx')).LinkLimitDialog);

const PeopleDialog = /* @__PURE__ */ lazyPart(async () => (await import('./people/people-dialog.tsx')).PeopleDialog);

export function ConnectedPagesCard() {
  const { data: pages, error, isPending, fetchStatus, refetch } = useQuery(apiQuery(checkPagesStatus));
  if (error) return <Problem error={error} title="We couldn't load your pages" onRetry={() => void refetch()} />;
  return (
    <Card title="Connected Facebook Pages">
      {isPending && fetchStatus === 'paused' && <WaitsForConnection />}
      {isPending && fetchStatus !== 'paused' && <Skeleton rows={3} rowClassName="h-24 sm:h-12" />}
      {pages?.length === 0 && (
        <EmptyState>No pages are connected yet. Pages are added automatically at login.</EmptyState>
      )}
      {pages !== undefined && pages.length > 0 && (
        <PageList pages={troubledFirst(pages)} row={(page) => <PageRow key={page.id} page={page} />} />
      )}
    </Card>
  );
}

function troubledFirst(pages: readonly FacebookPage[]): FacebookPage[] {
  return pages.toSorted((one, other) => Number(one.isConnected) - Number(other.isConnected));
}

function PageRow({ page }: { page: FacebookPage }) {
  const notify = useNotify();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useApiMutation(removePage, {
    onSuccess: () => {
      setIsAsking(false);
      notify({ tone: 'default', title: 'Facebook Page Removed', description: `${page.name} is no longer connected.` });
    },
    onError: (error) => {
      setIsAsking(false);
      notify({
        tone: 'destructive',
        title: 'Failed to Remove Page',
        description: reasonOf(error, 'Please try again.'),
      });
    },
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{page.name}</p>
        <p className="font-mono text-xs wrap-anywhere text-ink-soft">Page ID: {page.pageId}</p>
        {page.problem !== null && <p className="mt-1 text-xs text-bad">{page.problem.message}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {page.problem?.action === PROBLEM_ACTION.reconnect && <ReconnectButton variant="secondary" />}
        {page.isConnected ? (
          <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
            Connected
          </Badge>
        ) : (
          <Badge tone="bad" icon={<CircleX aria-hidden />}>
            Disconnected
          </Badge>
        )}
        <PeopleButton page={page} />
        <LinkLimitButton page={page} />
        {page.isConnected && <VoiceLink page={page} />}
        <IconButton
          label={`Remove ${page.name}`}
          icon={<Trash2 aria-hidden />}
          destructive
          onClick={() => setIsAsking(true)}
        />
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate({ params: { id: page.id } })}
        destructive
        title={`Remove ${page.name}`}
        message="Are you sure you want to remove this Facebook page?"
        confirmLabel="Remove"
        busy={remove.isPending}
        busyLabel="Removing..."
      />
    </li>
  );
}

function PeopleButton({ page }: { page: FacebookPage }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <IconButton label={`People of ${page.name}`} icon={<Users aria-hidden />} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <LateWindow onClose={close}>
          <PeopleDialog page={page} onClose={close} />
        </LateWindow>
      )}
    </>
  );
}

function VoiceLink({ page }: { page: FacebookPage }) {
  return (
    <ButtonLink
      to={`/content-generator/voice?page=${page.id}`}
      variant="ghost"
      className="px-2.5 text-ink-soft hover:text-ink"
      aria-label={`Voice of ${page.name}`}
      title="Voice"
      icon={<AudioLines aria-hidden />}
    />
  );
}

function LinkLimitButton({ page }: { page: FacebookPage }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <IconButton label={`Link limit of ${page.name}`} icon={<Link2 aria-hidden />} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <LateWindow onClose={close}>
          <LinkLimitDialog page={page} onClose={close} />
        </LateWindow>
      )}
    </>
  );
}
