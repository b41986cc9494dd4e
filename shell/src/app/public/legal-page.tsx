import { facebookConfig } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { apiQuery } from '../../kit/index.ts';
import { PublicHeader } from './public-header.tsx';
import { useTitle } from '../browser/use-title.ts';
import { LegalLinks } from '../frame/legal-links.tsx';

export interface LegalSection {
  id: string;
  heading: string;
  content: ReactNode;
}

/** Changes with the words of any of the three pages. */
const UPDATED = '21 November 2026';

/**
 * One of the pages that anybody may read: what matters most on top, then section by section, with a list of them
 * beside.
 */
export function LegalPage({
  title,
  intro,
  short,
  notice,
  sections,
}: {
  title: string;
  intro: string;
  short: readonly ReactNode[];
  notice?: ReactNode;
  sections: readonly LegalSection[];
}) {
  useTitle(title);
  // A link to a section comes before the page's code.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className="mx-auto flex min-h-dvh max-w-5xl flex-col gap-8 px-4 py-10">
      <PublicHeader />
      <div className="grid grow items-start gap-10 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <main className="flex max-w-[72ch] min-w-0 flex-col gap-8 text-read wrap-anywhere">
          <div>
            <h1 tabIndex={-1} className="text-2xl font-semibold">
              {title}
            </h1>
            <p className="mt-2 text-ink-soft">{intro}</p>
            <p className="mt-1 text-sm text-ink-soft">Last updated {UPDATED}</p>
          </div>
          {notice}
          <InShort items={short} />
          {sections.map(({ id, heading, content }) => (
            <section key={id} aria-labelledby={id} className="flex flex-col gap-2">
              <h2 id={id} className="scroll-mt-6 text-lg font-semibold">
                {heading}
              </h2>
              {content}
            </section>
          ))}
        </main>
        <OnThisPage sections={sections} />
      </div>
      <LegalLinks />
    </div>
  );
}

function InShort({ items }: { items: readonly ReactNode[] }) {
  return (
    <section
      aria-labelledby="in-short"
      className="flex flex-col gap-2 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="in-short" className="font-semibold">
        In short
      </h2>
      <List items={items} />
    </section>
  );
}

function OnThisPage({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav aria-label="On this page" className="sticky top-10 hidden text-sm lg:block">
      <p className="mb-2 font-medium">On this page</p>
      <ul className="flex flex-col border-l border-line">
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={
                'block border-l border-transparent py-1 pl-3 pointer-coarse:py-3 text-ink-soft ' +
                'hover:border-accent hover:text-ink'
              }
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function List({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className="list-disc space-y-1.5 pl-5 marker:text-ink-soft">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}

/** Things with what is said of each. */
export function Terms({ items }: { items: readonly (readonly [term: string, said: ReactNode])[] }) {
  return (
    <dl className="flex flex-col gap-3">
      {items.map(([term, said]) => (
        <div key={term}>
          <dt className="font-medium">{term}</dt>
          <dd className="text-ink-soft">{said}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whoever runs this installation, on a line of its own: the address comes later than the text around it. */
export function Contact() {
  const { data, isPending } = useQuery(apiQuery(facebookConfig));
  return (
    <span className="block min-h-6 pointer-coarse:min-h-11">
      {data === undefined && !isPending && 'the person who invited you.'}
      {data !== undefined && (
        <a
          href={`mailto:${data.supportEmail}`}
          className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {data.supportEmail}
        </a>
      )}
    </span>
  );
}
