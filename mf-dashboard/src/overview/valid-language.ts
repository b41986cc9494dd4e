/**
 * uPlot asks Intl for numbers in `navigator.language` as soon as it is loaded. A browser on a machine without a locale
 * says
 * 'en-US@posix' there, which Intl refuses, and there would be no chart. Can go when uPlot minds that itself.
 */
export function ensureValidLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}

ensureValidLanguage();
