const STEP = 1000;
const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** As people say it: 980 kB, 12.4 MB. */
export function sizeOf(bytes: number): string {
  const step = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = UNITS[step - 1] ?? 'kilobyte';
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: step === 1 ? 0 : 1 });
  return format.format(Math.max(STEP, bytes) / STEP ** step);
}
