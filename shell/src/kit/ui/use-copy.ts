import { useNotify } from '../runtime/host.tsx';

/** Copies a text for pasting elsewhere and says whether that worked. */
export function useCopy(): (text: string) => Promise<void> {
  const notify = useNotify();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ tone: 'default', title: 'Content Copied' });
    } catch {
      // No permission, or an insecure origin where there is no clipboard at all.
      notify({ tone: 'destructive', title: 'Copy Failed', description: 'Failed to copy content to clipboard' });
    }
  };
}
