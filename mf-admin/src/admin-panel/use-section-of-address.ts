import { useEffect } from 'react';

/** Goes to the section that the address names, which was not there yet when the browser looked for it. */
export function useSectionOfAddress(): void {
  useEffect(() => { document.getElementById(location.hash.slice(1))?.scrollIntoView(); }, []);
}
