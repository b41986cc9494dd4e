import { useEffect, useState } from 'react';
import { SECTIONS } from './sections.ts';

/** The section that the reader has in view: the last one whose heading passed the upper third of the window. */
export function useCurrentSection(): string | undefined {
  const [current, setCurrent] = useState(SECTIONS[0]?.id);
  useEffect(() => {
    const measure = () => {
      const line = window.innerHeight / 3;
      const isAtEnd =
        window.scrollY > 0 && window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passed = SECTIONS.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line,
      );
      setCurrent((isAtEnd ? SECTIONS.at(-1) : passed.at(-1))?.id ?? SECTIONS[0]?.id);
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    return () => window.removeEventListener('scroll', measure);
  }, []);
  return current;
}
