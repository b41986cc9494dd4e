/** Keys as they are on a keyboard. */
export function Keys({ of }: { of: string }) {
  return (
    <kbd className="inline-flex gap-1 font-mono text-xs text-ink-soft">
      {of.split(' ').map((key, index) => (
        <span
          key={index}
          className={key === 'or' ? 'py-0.5' : 'rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5'}
        >
          {key}
        </span>
      ))}
    </kbd>
  );
}
