import { line, spread, timed } from './figures.ts';

/**
 * Prints how long a call takes, beside the rows that it answers with, read alone.
 * @param readings after a first one, which warms both up
 * @param bare what the rows are called in the line
 */
export async function compareReads(
  name: string,
  {
    readings,
    bare,
    call,
    rows,
  }: { readings: number; bare: string; call: () => Promise<void>; rows: () => Promise<void> },
): Promise<void> {
  const [calls, alone]: [number[], number[]] = [[], []];
  for (let reading = 0; reading <= readings; reading += 1) {
    const [ours, least] = [await timed(call), await timed(rows)];
    if (reading === 0) continue;
    calls.push(ours);
    alone.push(least);
  }
  const [ours, least] = [spread(calls), spread(alone)];
  line(
    name,
    `${ours.median.toFixed(1)} ms (p95 ${ours.p95.toFixed(1)})`,
    `${bare}: ${least.median.toFixed(1)} ms`,
    'aim 100 ms',
  );
}
