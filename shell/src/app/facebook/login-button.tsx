import { FACEBOOK_PERMISSIONS } from '@pagecast/api/contract';
import { useState } from 'react';
import { AlertDialog, Button, ConfirmDialog, Dialog, reasonOf } from '../../kit/index.ts';
import { DATA_USE, PERMISSION_PURPOSE } from './permissions.ts';
import { useFacebookLogin } from './use-facebook-login.ts';
import { useSdk } from './use-sdk.ts';
import { FacebookMark } from './facebook-mark.tsx';

const CANCELLED = 'The login was cancelled. To use Pagecast you must log in with Facebook and accept the requested permissions.';

/** 'Continue with Facebook' with everything that belongs to it: consent, Facebook's dialog, and what can come of it. */
export function LoginButton() {
  const [isAsking, setIsAsking] = useState(false);
  const { data: connection, error, isFetching, refetch } = useSdk();
  const login = useFacebookLogin();
  const { state } = login;

  if (error && !isFetching) {
    return (
      <div role="alert" className="flex flex-col gap-3 rounded-control border border-line bg-bad-soft p-4 text-left text-bad">
        <p>{reasonOf(error, 'Facebook login is not available right now.')}</p>
        <Button className="self-start" onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  }

  const handleContinue = () => {
    if (connection === undefined) return;
    setIsAsking(false);
    login.start(connection);
  };

  return (
    <>
      <Button variant="primary" className="w-full" icon={<FacebookMark />} busy={state.step === 'working'} busyLabel="Waiting for Facebook..." onClick={() => setIsAsking(true)}>
        Continue with Facebook
      </Button>
      <Dialog
        open={isAsking} onClose={() => setIsAsking(false)} title="Log in with Facebook" description="Facebook will ask you for these permissions. All of them are needed."
        footer={(
          <>
            <Button onClick={() => setIsAsking(false)}>Cancel</Button>
            <Button variant="primary" busy={connection === undefined} busyLabel="Loading Facebook..." onClick={handleContinue}>Continue</Button>
          </>
        )}
      >
        <ul className="flex flex-col gap-3">
          {FACEBOOK_PERMISSIONS.map((permission) => (
            <li key={permission}>
              <p className="font-medium">{PERMISSION_PURPOSE[permission]}</p>
              <p className="font-mono text-xs text-ink-soft">{permission}</p>
            </li>
          ))}
        </ul>
        <p className="text-ink-soft">{DATA_USE}</p>
      </Dialog>
      <AlertDialog open={state.step === 'cancelled'} onClose={login.reset} title="Login cancelled" message={CANCELLED} />
      <AlertDialog open={state.step === 'refused'} onClose={login.reset} title="Login not possible" message={state.step === 'refused' ? state.message : ''} />
      <ConfirmDialog
        open={state.step === 'missing'} onClose={login.reset} title="A permission is missing" confirmLabel="Ask Again"
        message="Pagecast cannot work without these permissions, and you did not grant them:"
        onConfirm={() => { if (connection !== undefined) login.askAgain(connection); }}
      >
        <ul className="flex flex-col gap-2">
          {state.step === 'missing' && state.permissions.map((permission) => (
            <li key={permission}>{PERMISSION_PURPOSE[permission]} <span className="font-mono text-xs text-ink-soft">{permission}</span></li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
