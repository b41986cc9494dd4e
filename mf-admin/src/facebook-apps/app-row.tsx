import { deleteFacebookApp, updateFacebookApp, type FacebookApp } from '@pagecast/api/contract';
import { Badge, Button, IconButton } from '@pagecast/shell/kit';
import { CircleCheck, CircleMinus, Pencil } from 'lucide-react';
import { useState } from 'react';
import { ENVIRONMENT_WORDS } from '../parts/environment-words.ts';
import { DeleteButton } from '../parts/delete-button.tsx';
import { EditAppDialog } from './edit-app-dialog.tsx';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';

export function AppRow({ app }: { app: FacebookApp }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono font-medium">{app.appId}</span>
          {app.isActive ? (
            <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
              Active
            </Badge>
          ) : (
            <Badge icon={<CircleMinus aria-hidden />}>Inactive</Badge>
          )}
        </p>
        {app.description !== null && <p className="wrap-anywhere">{app.description}</p>}
        <p className="text-xs text-ink-soft">
          Secret <span className="font-mono">{app.appSecret}</span>
        </p>
      </div>
      <div className="flex items-center gap-1">
        {!app.isActive && <ActivateButton app={app} />}
        <IconButton label={`Edit app ${app.appId}`} icon={<Pencil aria-hidden />} onClick={() => setIsEditing(true)} />
        <DeleteApp app={app} />
      </div>
      {isEditing && <EditAppDialog app={app} onClose={() => setIsEditing(false)} />}
    </li>
  );
}

function ActivateButton({ app }: { app: FacebookApp }) {
  const activate = useNotifiedMutation(updateFacebookApp, {
    done: {
      title: 'Facebook App Updated',
      description: `${app.appId} is now the active app of ${ENVIRONMENT_WORDS[app.appMode]}.`,
    },
    failed: 'Update Failed',
    otherwise: 'Unknown error',
  });
  return (
    <Button
      size="sm"
      busy={activate.isPending}
      busyLabel="Activating..."
      aria-label={`Make Active: app ${app.appId}`}
      onClick={() => activate.mutate({ params: { id: app.id }, body: { isActive: true } })}
    >
      Make Active
    </Button>
  );
}

function DeleteApp({ app }: { app: FacebookApp }) {
  const remove = useNotifiedMutation(deleteFacebookApp, {
    done: { title: 'Facebook App Deleted' },
    failed: 'Delete Failed',
    otherwise: 'Unknown error',
  });
  return (
    <DeleteButton
      label={`Delete app ${app.appId}`}
      title={`Delete app ${app.appId}?`}
      message={
        app.isActive
          ? `People in ${ENVIRONMENT_WORDS[app.appMode]} log in with this app. ` +
            "If you delete it, they can't log in and scheduled posts can't go out until another app is active."
          : 'Its ID, secret and description are removed from Pagecast. The app itself stays on Facebook.'
      }
      busy={remove.isPending}
      onDelete={(close) => remove.mutate({ params: { id: app.id } }, { onSettled: close })}
    />
  );
}
