import type { AutomationMode } from '@pagecast/api/contract';

export const MODE_LABELS: Record<AutomationMode, string> = { publish: 'Publish straight away', draft: 'Drafts only' };

export const MODE_HINTS: Record<AutomationMode, string> = {
  publish: 'Each text goes out at its time, also when nobody has read it.',
  draft: 'Each text waits in the queue until you approve it.',
};
