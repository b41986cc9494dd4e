import { useEffect } from 'react';

export function useTitle(area: string | undefined): void {
  useEffect(() => {
    document.title = area === undefined ? 'Pagecast' : `${area} · Pagecast`;
  }, [area]);
}
