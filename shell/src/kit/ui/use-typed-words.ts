import { useCallback, useEffect, useRef, type FocusEvent } from 'react';

/** What people write or choose in. Searching is no writing: what was looked for is found again. */
const FIELDS = 'textarea, select, input:not([type=hidden], [type=search]), button[role=combobox]';
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement;

/**
 * Knows whether somebody has typed into a window: of each field, what stood there when they came to it.
 * While they have, the tab asks, too, before it is closed.
 * @param isKept what they write is kept at once: nothing counts
 */
export function useTypedWords(isKept = false) {
  const before = useRef(new Map<TextField, string>());
  const hasTyped = useCallback(
    () => [...before.current].some(([field, value]) => field.isConnected && valueOf(field) !== value),
    [],
  );

  useEffect(() => {
    const askFirst = (event: BeforeUnloadEvent) => {
      if (hasTyped()) event.preventDefault();
    };
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [hasTyped]);

  function handleFocus({ target }: FocusEvent<HTMLElement>): void {
    if (!isKept && isField(target) && !before.current.has(target)) before.current.set(target, valueOf(target));
  }

  return { hasTyped, handleFocus };
}

function isField(element: Element): element is TextField {
  return element.matches(FIELDS);
}

function valueOf(field: TextField): string {
  // A list that opens with a press says its choice as its own words.
  if (field instanceof HTMLButtonElement) return field.textContent;
  return field instanceof HTMLInputElement && /checkbox|radio/.test(field.type) ? String(field.checked) : field.value;
}
