import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';

/** Below the title of the article, which is a third heading on its screen. */
const PARTS: ComponentProps<typeof ReactMarkdown>['components'] = {
  h1: ({ children }) => <h4>{children}</h4>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h5>{children}</h5>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  // A picture would be fetched from wherever the text says.
  img: ({ alt }) => <em>{alt}</em>,
};

/** Formatted text. HTML in it stays text, and addresses other than of the web are left out. */
export function Markdown({ text }: { text: string }) {
  return (
    <div
      className={
        'flex flex-col gap-3 text-read [&_a]:text-accent [&_a]:underline [&_blockquote]:border-l-2 ' +
        '[&_blockquote]:border-line-strong [&_blockquote]:pl-3 ' +
        '[&_code]:font-mono [&_code]:text-sm [&_h4]:mt-2 [&_h4]:text-base [&_h4]:font-semibold ' +
        '[&_h5]:font-semibold [&_hr]:border-line ' +
        '[&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-x-auto [&_pre]:rounded-control [&_pre]:bg-sunken ' +
        '[&_pre]:p-3 [&_strong]:font-semibold [&_ul]:list-disc [&_ul]:pl-5'
      }
    >
      <ReactMarkdown components={PARTS}>{text}</ReactMarkdown>
    </div>
  );
}
