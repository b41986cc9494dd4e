import { addAccessEntry, changeAccessRole, removeAccessEntry, type AccessEntry } from '@pagecast/api/contract';
import { Badge, Button, ConfirmDialog, useUser } from '@pagecast/shell/kit';
import { Shield } from 'lucide-react';
import { useState } from 'react';
import { AccessBadge } from '../parts/access-badge.tsx';
import { BlockDialog } from '../parts/block-dialog.tsx';
import { DeleteButton } from '../parts/delete-button.tsx';
import { useOwnRights } from './use-own-rights.ts';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';

export function AccessRow({ entry }: { entry: AccessEntry }) {
  const isOwn = useUser().id === entry.facebookId;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          {entry.name}
          {isOwn && <span className="font-normal text-ink-soft"> (you)</span>}
        </p>
        <p className="font-mono text-xs text-ink-soft">{entry.facebookId}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {entry.role === 'admin' && entry.type === 'whitelist' && (
          <Badge tone="accent" icon={<Shield aria-hidden />}>
            Admin
          </Badge>
        )}
        <AccessBadge type={entry.type} />
        {entry.type === 'whitelist' && <RoleButton entry={entry} isOwn={isOwn} />}
        {!isOwn && <TypeButton entry={entry} />}
        <RemoveEntry entry={entry} isOwn={isOwn} />
      </div>
    </li>
  );
}

function RoleButton({ entry, isOwn }: { entry: AccessEntry; isOwn: boolean }) {
  const readRights = useOwnRights();
  const [isAsking, setIsAsking] = useState(false);
  const isAdmin = entry.role === 'admin';
  const change = useNotifiedMutation(changeAccessRole, {
    done: { title: 'Role Updated', description: `${entry.name} is now ${isAdmin ? 'a user' : 'an administrator'}.` },
    failed: 'Failed to Update Role',
    onSuccess: () => {
      if (isOwn) readRights();
    },
    onSettled: () => setIsAsking(false),
  });
  const send = () => change.mutate({ params: { id: entry.id }, body: { role: isAdmin ? 'user' : 'admin' } });
  return (
    <>
      <Button
        size="sm"
        busy={change.isPending}
        busyLabel="Updating..."
        aria-label={`${isAdmin ? 'Make User' : 'Make Admin'}: ${entry.name}`}
        onClick={() => setIsAsking(true)}
      >
        {isAdmin ? 'Make User' : 'Make Admin'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={send}
        destructive={isAdmin}
        busy={change.isPending}
        busyLabel="Updating..."
        {...roleQuestion(entry, isOwn)}
      />
    </>
  );
}

function roleQuestion({ name, role }: AccessEntry, isOwn: boolean) {
  if (isOwn)
    return {
      title: 'Give up your admin role?',
      message: "You'll lose access to this panel right away. Only another administrator can make you one again.",
      confirmLabel: 'Make User',
    };
  if (role === 'admin')
    return {
      title: `Make ${name} a user?`,
      message: `${name} can no longer open the Admin Panel. Their pages and posts are kept.`,
      confirmLabel: 'Make User',
    };
  return {
    title: `Make ${name} an admin?`,
    message: `${name} can then decide who may log in, change keys and act as other people.`,
    confirmLabel: 'Make Admin',
  };
}

/** Blocks who is allowed, allows who is blocked: a listed person who is added again changes sides. */
function TypeButton({ entry }: { entry: AccessEntry }) {
  const [isAsking, setIsAsking] = useState(false);
  const isAllowed = entry.type === 'whitelist';
  const change = useNotifiedMutation(addAccessEntry, {
    done: {
      title: 'Access Control Updated',
      description: `${entry.name} is now ${isAllowed ? 'blocked' : 'allowed'}.`,
    },
    failed: 'Failed to Update Access Control',
    onSettled: () => setIsAsking(false),
  });
  const send = () =>
    change.mutate({
      body: {
        facebookId: entry.facebookId,
        name: entry.name,
        type: isAllowed ? 'blacklist' : 'whitelist',
        role: 'user',
      },
    });
  return (
    <>
      <Button
        size="sm"
        busy={change.isPending}
        aria-label={`${isAllowed ? 'Block' : 'Allow'}: ${entry.name}`}
        onClick={() => (isAllowed ? setIsAsking(true) : send())}
      >
        {isAllowed ? 'Block' : 'Allow'}
      </Button>
      <BlockDialog
        name={entry.name}
        open={isAsking}
        isBusy={change.isPending}
        onConfirm={send}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

function RemoveEntry({ entry, isOwn }: { entry: AccessEntry; isOwn: boolean }) {
  const readRights = useOwnRights();
  const remove = useNotifiedMutation(removeAccessEntry, {
    done: { title: 'Access Control Removed', description: `${entry.name} is no longer listed.` },
    failed: 'Failed to Remove Access Control',
    onSuccess: () => {
      if (isOwn) readRights();
    },
  });
  return (
    <DeleteButton
      label={`Remove ${entry.name}`}
      title={isOwn ? 'Remove yourself?' : `Remove ${entry.name}?`}
      message={consequence(entry, isOwn)}
      confirmLabel="Remove"
      busyLabel="Removing..."
      busy={remove.isPending}
      onDelete={(close) => remove.mutate({ params: { id: entry.id } }, { onSettled: close })}
    />
  );
}

function consequence(entry: AccessEntry, isOwn: boolean): string {
  if (isOwn) return "You'll be logged out right away. Only another administrator can give you access again.";
  if (entry.type === 'blacklist')
    return 'The account will no longer be blocked, but it needs an invitation code to log in.';
  return (
    'This person loses access at their next click and needs an invitation code to come back. ' +
    'Their pages and posts are kept.'
  );
}
