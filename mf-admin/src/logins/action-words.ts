import type { LoginActivity } from '@pagecast/api/contract';

export const ACTION_WORDS: Record<LoginActivity['action'], string> = {
  login: 'Login',
  logout: 'Logout',
  access_denied: 'Access denied',
};
