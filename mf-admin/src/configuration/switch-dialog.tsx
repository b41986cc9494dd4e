import { ENVIRONMENT_SWITCH_RELOAD_MS, updateApiConfig, type EnvironmentState } from '@pagecast/api/contract';
import { callApi, ConfirmDialog, reasonOf, useNotify } from '@pagecast/shell/kit';
import { useMutation } from '@tanstack/react-query';
import { ENVIRONMENT_WORDS } from '../parts/environment-words.ts';
import { dueWords } from './due-words.ts';

/** Says what is promised in each environment before everybody's view changes. */
export function SwitchDialog({
  environments,
  chosen,
  onClose,
}: {
  environments: readonly EnvironmentState[];
  chosen: EnvironmentState;
  onClose: () => void;
}) {
  const notify = useNotify();
  const name = ENVIRONMENT_WORDS[chosen.mode];
  // Nothing is refreshed in between: the reload does that for everything at once.
  const change = useMutation({
    mutationFn: () => callApi(updateApiConfig, { body: { facebookAppMode: chosen.mode } }),
    onSuccess: () => {
      notify({
        tone: 'default',
        title: 'Environment Switched',
        description: `${name} is shown from now on. Please refresh if the page doesn't reload automatically.`,
      });
      setTimeout(() => location.reload(), ENVIRONMENT_SWITCH_RELOAD_MS);
      onClose();
    },
    onError: (error) => {
      notify({ tone: 'destructive', title: 'Switch Failed', description: reasonOf(error, 'Please try again.') });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => change.mutate()}
      title={`Switch to ${name}?`}
      confirmLabel={`Switch to ${name}`}
      busy={change.isPending}
      busyLabel="Switching..."
      message={
        `Everyone will see the users, pages and posts of ${name}, and log in again with its Facebook app. ` +
        'Scheduled posts go out in every environment:'
      }
    >
      <ul className="flex flex-col gap-1">
        {environments.map((environment) => (
          <li key={environment.mode}>
            <span className="font-medium">{ENVIRONMENT_WORDS[environment.mode]}</span>: {dueWords(environment)}
          </li>
        ))}
      </ul>
      {chosen.appId === null && (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          {name} has no Facebook app yet, so nobody could log in there. Add one first.
        </p>
      )}
    </ConfirmDialog>
  );
}
