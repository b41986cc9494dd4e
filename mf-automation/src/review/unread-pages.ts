import type { AutomationSettings, PageConfiguration } from '@pagecast/api/contract';

/** Pages whose posts go out unread, which nobody has agreed to yet. A server that does not ask names none. */
export function unreadPages({ pageConfigurations }: AutomationSettings): PageConfiguration[] {
  return pageConfigurations.filter(
    ({ isEnabled, mode, isUnreadAgreed }) => isEnabled && mode === 'publish' && isUnreadAgreed === false,
  );
}
