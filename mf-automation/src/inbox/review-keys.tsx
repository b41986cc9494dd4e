const KEYS = [
  ['A', 'Approve'],
  ['E', 'Edit'],
  ['R', 'Reject'],
  ['J', 'Next'],
  ['K', 'Previous'],
] as const;

/** Where there is a keyboard: what its letters do. */
export function ReviewKeys() {
  return (
    <dl
      aria-label="Keyboard shortcuts"
      className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft pointer-coarse:hidden"
    >
      {KEYS.map(([key, does]) => (
        <div key={key} className="flex items-center gap-1.5">
          <dt>
            <kbd className="rounded-control border border-line-strong px-1.5 font-mono text-xs">{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
