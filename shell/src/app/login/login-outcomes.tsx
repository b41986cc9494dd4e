import { AlertDialog, ConfirmDialog } from '../../kit/index.ts';
import { PERMISSION_PURPOSE } from '../facebook/permissions.ts';
import type { FacebookLogin } from './use-facebook-login.ts';
import type { Connection } from '../facebook/use-sdk.ts';

const CANCELLED =
  'The login was cancelled. To use Pagecast you must log in with Facebook and accept the requested permissions.';

/** What can come of a login other than success. */
export function LoginOutcomes({ login, connection }: { login: FacebookLogin; connection: Connection | undefined }) {
  const { state } = login;
  return (
    <>
      <AlertDialog
        open={state.step === 'cancelled'}
        onClose={login.reset}
        title="Login cancelled"
        message={CANCELLED}
      />
      <AlertDialog
        open={state.step === 'refused'}
        onClose={login.reset}
        title="Couldn't log in"
        message={state.step === 'refused' ? state.message : ''}
      />
      <ConfirmDialog
        open={state.step === 'missing'}
        onClose={login.reset}
        title="A permission is missing"
        confirmLabel="Ask Again"
        message="Pagecast needs these permissions, which weren't granted:"
        onConfirm={() => {
          if (connection !== undefined) login.askAgain(connection);
        }}
      >
        <ul className="flex flex-col gap-2">
          {state.step === 'missing' &&
            state.permissions.map((permission) => (
              <li key={permission}>
                {PERMISSION_PURPOSE[permission]} <span className="font-mono text-xs text-ink-soft">{permission}</span>
              </li>
            ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
