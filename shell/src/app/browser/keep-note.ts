/** Keeps a text in this browser. Where its storage is full, or forbidden, nothing is kept, and everything goes on. */
export function keepNote(where: 'localStorage' | 'sessionStorage', name: string, text: string): void {
  try {
    window[where].setItem(name, text);
  } catch {
    // Whoever reads it goes on without.
  }
}
