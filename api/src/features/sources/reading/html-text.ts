import { Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { FlawedTextError, type RawText } from './text-in.ts';

/** A page of more, or deeper, is no article, and takes minutes to look through. */
const MOST_ELEMENTS = 60_000;
const DEEPEST = 500;
/** Less than this is what stands around an article: a notice, a menu, a form. */
const LEAST_TEXT = 150;
const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR ' +
    'LI MAIN OL P PRE SECTION TABLE TD TH TR UL'
  ).split(' '),
);
const UNSEEN = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE IFRAME OBJECT SVG'.split(' '));
const TEXT_NODE = 3;

/** As much of a DOM as is walked through here. */
interface Node {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<Node>;
}

/** The article of a page, as people read it: no alt texts, no scripts, nothing from its head but what names it. */
export function textOfHtml(html: string): RawText {
  refuseMazes(html);
  const { document } = parseHTML(/<body\b/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const asksForPassword = document.querySelector('input[type=password]') !== null;
  const article = new Readability<Node>(document as never, {
    maxElemsToParse: MOST_ELEMENTS,
    serializer: (node) => node,
  }).parse();
  const text = article?.content ? textOf(article.content) : '';
  if (text.length < LEAST_TEXT) throw new FlawedTextError(asksForPassword ? 'needs-login' : 'no-text');
  return {
    title: article?.title ?? '',
    author: article?.byline ?? null,
    publishedAt: article?.publishedTime ?? null,
    text,
  };
}

/** @throws FlawedTextError */
function refuseMazes(html: string): void {
  let count = 0;
  let depth = 0;
  const parser = new Parser({
    onopentagname: () => {
      count += 1;
      depth += 1;
      if (count > MOST_ELEMENTS || depth > DEEPEST) throw new FlawedTextError('too-complex');
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  parser.end(html);
}

/** Without recursion: a page may be nested deeper than a stack is. */
function textOf(root: Node): string {
  const parts: string[] = [];
  const waiting: (Node | string)[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') parts.push(node);
    else if (node.nodeType === TEXT_NODE) parts.push((node.nodeValue ?? '').replace(/\s+/g, ' '));
    else if (!UNSEEN.has(node.nodeName.toUpperCase())) {
      const isBlock = BLOCKS.has(node.nodeName.toUpperCase());
      if (isBlock) parts.push('\n');
      waiting.push(...(isBlock ? ['\n'] : []), ...[...node.childNodes].reverse());
    }
  }
  return parts.join('').trim();
}
