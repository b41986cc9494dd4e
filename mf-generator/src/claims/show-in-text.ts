/** Selects a part of the text, and brings it into view. */
export function showInText(
  area: HTMLTextAreaElement,
  frame: HTMLElement,
  { start, end }: { start: number; end: number },
): void {
  area.focus();
  area.setSelectionRange(start, end);
  // Browsers scroll to what is typed, not to what is selected by a script; its line knows where it stands.
  const line = frame.querySelector<HTMLElement>(`[data-at="${start}"]`);
  if (line !== null) area.scrollTop = line.offsetTop - area.clientHeight / 2;
}
