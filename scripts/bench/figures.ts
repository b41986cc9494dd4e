/** The middle and the extremes of some readings, in their unit. */
export function spread(values: readonly number[]): { median: number; p95: number; worst: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), worst: at(1) };
}

/** One line: what was measured, what it came to, what it is beside, and what we aim at. */
export function line(name: string, figure: string, floor: string, aim: string): void {
  console.log(`${name.padEnd(44)} ${figure.padEnd(34)} ${floor.padEnd(34)} ${aim}`);
}

/** Milliseconds that it took. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
