const STEP = 1024;
const UNITS = ['KB', 'MB', 'GB'] as const;
const LARGEST = UNITS.length - 1;

/** As people say it: 980 KB, 12.4 MB, 20 GB. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(1, bytes / STEP);
  const step = Math.min(LARGEST, Math.floor(Math.log(kilobytes) / Math.log(STEP)));
  const size = kilobytes / STEP ** step;
  return `${size.toLocaleString('en', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${UNITS[step]}`;
}
