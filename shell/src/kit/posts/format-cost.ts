const MICROS = 1_000_000;

/** '$1.20', and '$0.0042' where cents would hide it. */
export function formatCost(micros: number | null): string {
  if (micros === null) return 'price unknown';
  const dollars = micros / MICROS;
  return `$${dollars.toFixed(dollars !== 0 && Math.abs(dollars) < 0.1 ? 4 : 2)}`;
}
