import type { AutomationMode } from '@pagecast/api/contract';

export const MODE_LABELS: Record<AutomationMode, string> = { publish: 'Publish without review', draft: 'Ask me first' };

export const MODE_HINTS: Record<AutomationMode, string> = {
  publish: 'Posts are published automatically. Nobody reviews them first.',
  draft: 'Each post waits in the queue until it is approved.',
};

export const HOLD_LABEL = 'Hold posts with unsourced claims';
export const HOLD_HINT =
  "A post with a price, date, name or superlative that isn't in your content scope waits for your approval.";
