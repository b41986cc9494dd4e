import type { AutomationMode } from '@pagecast/api/contract';

export const MODE_LABELS: Record<AutomationMode, string> = { publish: 'Publish without review', draft: 'Ask me first' };

export const MODE_HINTS: Record<AutomationMode, string> = {
  publish: 'Posts are published automatically. Nobody reviews them first.',
  draft: 'Each post waits in the queue until you approve it.',
};
