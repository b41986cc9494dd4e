import { FACEBOOK_PERMISSIONS, type User } from '@pagecast/api/contract';
import { useState } from 'react';
import { Button, Dialog } from '../../kit/index.ts';
import { FacebookMark } from './facebook-mark.tsx';
import { LoginOutcomes } from './login-outcomes.tsx';
import { DATA_USE, PERMISSION_PURPOSE } from '../facebook/permissions.ts';
import { SdkUnavailable } from './sdk-unavailable.tsx';
import { useFacebookLogin } from './use-facebook-login.ts';
import { useSdk } from '../facebook/use-sdk.ts';

/** 'Continue with Facebook' with everything that belongs to it: consent, Facebook's dialog, and what can come of it. */
export function LoginButton({ onSuccess }: { onSuccess?: (user: User) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { data: connection, error, isFetching, refetch } = useSdk();
  const login = useFacebookLogin(onSuccess);
  const { state } = login;

  if (error && !isFetching) return <SdkUnavailable error={error} onRetry={() => void refetch()} />;

  const handleContinue = () => {
    if (connection === undefined) return;
    setIsAsking(false);
    login.start(connection);
  };

  return (
    <>
      <Button
        variant="primary"
        className="w-full"
        icon={<FacebookMark />}
        busy={state.step === 'working'}
        busyLabel="Waiting for Facebook..."
        onClick={() => setIsAsking(true)}
      >
        Continue with Facebook
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Log in with Facebook"
        description="Facebook will ask you for these permissions. All of them are needed."
        footer={
          <>
            <Button onClick={() => setIsAsking(false)}>Cancel</Button>
            <Button
              variant="primary"
              busy={connection === undefined}
              busyLabel="Loading Facebook..."
              onClick={handleContinue}
            >
              Continue
            </Button>
          </>
        }
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
      <LoginOutcomes login={login} connection={connection} />
    </>
  );
}
