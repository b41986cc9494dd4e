import { logout } from '@pagecast/api/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, forgetLocalCopies, reasonOf, type Toast } from '../../kit/index.ts';
import { logOutOfFacebook } from '../facebook/log-out.ts';
import { forgetThisBrowser } from '../push/forget-this-browser.ts';
import { endSession } from './query-client.ts';
import { announceSession } from './session-tabs.ts';

/** Ends our session, then Facebook's. */
export function useLogout(notify: (toast: Toast) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await forgetThisBrowser();
      return callApi(logout);
    },
    onSuccess: () => {
      logOutOfFacebook();
      endSession(client);
      announceSession(null);
      forgetLocalCopies();
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Logout Failed', description: reasonOf(error, 'Please try again.') }),
  });
}
