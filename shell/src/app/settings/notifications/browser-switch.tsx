import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { Button, reasonOf, useNotify, useUser } from '../../../kit/index.ts';
import { currentSubscription, turnOffHere } from '../../push/forget-this-browser.ts';
import { pushSupport, turnOnHere } from './this-browser.ts';

const HERE = ['this-browser'];
const BLOCKED =
  "Your browser blocks notifications from Pagecast. Allow them in the browser's site settings, then try again.";

/** Whether this browser shows what happens while no page is open. */
export function ThisBrowser() {
  const support = pushSupport();
  return (
    <section aria-labelledby="this-browser" className="mt-5 border-t border-line pt-4">
      <h3 id="this-browser" className="font-medium">
        This browser
      </h3>
      {support === 'yes' ? <TurnOn /> : <p className="mt-1 max-w-[72ch] text-ink-soft">{WHY_NOT[support]}</p>}
    </section>
  );
}

const WHY_NOT = {
  install:
    'On iPhone and iPad, add Pagecast to your Home Screen first: press Share, then Add to Home Screen. ' +
    'Open it from there and come back to this screen.',
  no: "This browser can't show notifications. Email and webhooks work everywhere.",
};

function TurnOn() {
  const notify = useNotify();
  const user = useUser();
  const client = useQueryClient();
  const here = useQuery({ queryKey: HERE, queryFn: currentSubscription, retry: false });
  const isOn = here.data != null;
  const change = useMutation({
    mutationFn: async () => (isOn ? turnOffHere().then(() => true) : turnOnHere(user)),
    onSuccess: (isDone) => {
      if (!isDone) notify({ tone: 'destructive', title: 'Notifications Blocked', description: BLOCKED });
    },
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: 'Update Failed',
        description: reasonOf(error, "Your browser's notification service isn't available. Please try again later."),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: HERE }),
  });
  const isBlocked = Notification.permission === 'denied';
  return (
    <>
      <p className="mt-1 max-w-[72ch] text-ink-soft">{isBlocked ? BLOCKED : wordsFor(isOn)}</p>
      <Button
        className="mt-3"
        icon={isOn ? <BellOff aria-hidden /> : <Bell aria-hidden />}
        disabled={here.isPending}
        busy={change.isPending}
        busyLabel={isOn ? 'Turning off...' : 'Turning on...'}
        onClick={() => change.mutate()}
      >
        {isOn ? 'Turn off in this browser' : 'Turn on in this browser'}
      </Button>
    </>
  );
}

function wordsFor(isOn: boolean): string {
  return isOn
    ? 'This browser shows notifications, even when Pagecast is closed. Logging out stops them.'
    : 'Get notified on this device, even when Pagecast is closed.';
}
