import { addAccessEntry, type AccessType, type LoginActivity } from '@pagecast/api/contract';
import { Badge, Button, reasonOf, Time, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { LogIn, LogOut, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { AccessBadge } from '../parts/access-badge.tsx';
import { BlockDialog } from '../parts/block-dialog.tsx';
import { ACTION_WORDS } from './action-words.ts';

const ICONS = { login: <LogIn aria-hidden />, logout: <LogOut aria-hidden />, access_denied: <ShieldX aria-hidden /> };

export function LoginRow({ activity }: { activity: LoginActivity }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{activity.name}</span>
          <Badge tone={activity.action === 'access_denied' ? 'bad' : 'neutral'} icon={ICONS[activity.action]}>
            {ACTION_WORDS[activity.action]}
          </Badge>
          <AccessBadge type={activity.accessControlType} />
        </p>
        <p className="text-xs text-ink-soft">
          <span className="font-mono">{activity.facebookId}</span>
          {' · '}
          <Time instant={activity.createdAt} relative />
          {' · '}
          {activity.ipAddress === null ? 'address unknown' : <span className="font-mono">{activity.ipAddress}</span>}
        </p>
      </div>
      {activity.action === 'access_denied' && <Conversion activity={activity} />}
    </li>
  );
}

/** Makes an entry of a refusal. What the account is by now is not offered again. */
function Conversion({ activity }: { activity: LoginActivity }) {
  const notify = useNotify();
  const [isAsking, setIsAsking] = useState(false);
  const convert = useApiMutation(addAccessEntry, {
    onSuccess: (_, { body }) =>
      notify({
        tone: 'default',
        title: 'Access Control Added',
        description: `${activity.name} is now ${body.type === 'whitelist' ? 'allowed' : 'blocked'}.`,
      }),
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: 'Failed to Update Access Control',
        description: reasonOf(error, 'Please try again.'),
      }),
    onSettled: () => setIsAsking(false),
  });
  const send = (type: AccessType) =>
    convert.mutate({ body: { facebookId: activity.facebookId, name: activity.name, type, role: 'user' } });
  // An older server does not say how it is now.
  const present = activity.currentAccess ?? activity.accessControlType;
  return (
    <div className="flex gap-2">
      {present !== 'whitelist' && (
        <Button
          size="sm"
          aria-label={`Allow ${activity.name}`}
          busy={convert.isPending && convert.variables.body.type === 'whitelist'}
          busyLabel="Allowing..."
          onClick={() => send('whitelist')}
        >
          Allow
        </Button>
      )}
      {present !== 'blacklist' && (
        <Button size="sm" aria-label={`Block ${activity.name}`} onClick={() => setIsAsking(true)}>
          Block
        </Button>
      )}
      <BlockDialog
        name={activity.name}
        open={isAsking}
        isBusy={convert.isPending}
        onConfirm={() => send('blacklist')}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}
