import { THEMES, type Theme } from '@pagecast/api/contract';
import { useSyncExternalStore } from 'react';

/** The script that runs before the first paint reads the same key. */
const KEY = 'pagecast.theme';
const listeners = new Set<() => void>();
let memory: Theme | null = null;

function readTheme(): Theme {
  if (memory !== null) return memory;
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

export function setTheme(theme: Theme): void {
  memory = theme;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice holds for this visit.
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, readTheme);
}
