const OVERRIDE = /^mf\./;

/** This screen as it is released. */
export function withoutOverrides(): string {
  const address = new URL(location.href);
  const others = new URLSearchParams([...address.searchParams].filter(([key]) => !OVERRIDE.test(key)));
  return address.pathname + (others.size > 0 ? `?${others.toString()}` : '');
}
