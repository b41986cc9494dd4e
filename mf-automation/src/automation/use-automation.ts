import {
  saveAutomationSettings,
  startAutomation,
  stopAutomation,
  type AutomationSettings,
} from '@pagecast/api/contract';
import { reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../queries.ts';

/** The three writes of the screen, with the spec's toasts. What they answer shows at once. */
export function useAutomation() {
  const notify = useNotify();
  const client = useQueryClient();
  const toasts = (done: string, failed: string) => ({
    onSuccess: (settings: AutomationSettings) => {
      client.setQueryData(settingsQuery().queryKey, settings);
      notify({ tone: 'default', title: done });
    },
    onError: (error: Error) =>
      notify({ tone: 'destructive', title: failed, description: reasonOf(error, 'Unknown error') }),
  });
  return {
    save: useApiMutation(saveAutomationSettings, toasts('Settings saved', 'Failed to save settings')),
    start: useApiMutation(startAutomation, toasts('Automation started', 'Failed to start automation')),
    stop: useApiMutation(stopAutomation, toasts('Automation stopped', 'Failed to stop automation')),
  };
}
