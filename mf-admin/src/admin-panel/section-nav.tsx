import { cn } from '@pagecast/shell/kit';
import type { MouseEvent } from 'react';
import { SECTIONS } from './sections.ts';
import { useCurrentSection } from './use-current-section.ts';

/** The way around the panel: beside it where there is room, above it on small screens. */
export function SectionNav() {
  const current = useCurrentSection();

  const handleClick = (event: MouseEvent<HTMLAnchorElement>, id: string) => {
    event.preventDefault();
    // The address keeps its search: lists of the panel have their page number there.
    history.replaceState(history.state, '', `#${id}`);
    const section = document.getElementById(id);
    section?.scrollIntoView();
    const heading = section?.querySelector<HTMLElement>('h2');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  };

  return (
    <nav aria-label="Sections of the Admin Panel" className="lg:sticky lg:top-20 lg:self-start">
      <ul className="flex flex-wrap gap-1 lg:flex-col">
        {SECTIONS.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => handleClick(event, id)}
              aria-current={id === current ? 'location' : undefined}
              className={cn(
                'flex min-h-9 items-center rounded-control px-3 text-sm font-medium transition-colors ' +
                  'duration-150 pointer-coarse:min-h-11',
                id === current ? 'lg:bg-accent-soft lg:text-accent' : 'hover:bg-sunken hover:text-ink',
                id === current ? 'max-lg:text-ink-soft' : 'text-ink-soft',
                'max-lg:border max-lg:border-line max-lg:bg-surface',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
