import type { ReactNode } from 'react';
import { Logo } from '../frame/logo.tsx';
import { useTitle } from '../frame/use-title.ts';
import { LegalLinks } from './legal-links.tsx';

export interface LegalSection { heading: string; content: ReactNode }

export function LegalPage({ title, intro, notice, sections }: { title: string; intro: string; notice?: ReactNode; sections: readonly LegalSection[] }) {
  useTitle(title);
  return (
    <div className="mx-auto flex min-h-dvh max-w-[72ch] flex-col gap-8 px-4 py-10">
      <header><a href="/" className="flex w-fit items-center gap-3 font-semibold"><Logo />Pagecast</a></header>
      <main className="flex flex-col gap-6 text-read">
        <div>
          <h1 tabIndex={-1} className="text-2xl font-semibold">{title}</h1>
          <p className="mt-2 text-ink-soft">{intro}</p>
        </div>
        {notice}
        {sections.map(({ heading, content }) => (
          <section key={heading} className="flex flex-col gap-2">
            <h2 className="text-lg font-semibold">{heading}</h2>
            {content}
          </section>
        ))}
      </main>
      <LegalLinks />
    </div>
  );
}

export function List({ items }: { items: readonly ReactNode[] }) {
  return <ul className="list-disc space-y-1 pl-5">{items.map((item, index) => <li key={index}>{item}</li>)}</ul>;
}
