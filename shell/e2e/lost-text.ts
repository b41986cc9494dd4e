import type { Page } from 'playwright-core';
import { overflow } from './findings.ts';

/** What cannot be read where there is little room: wider than the window, or cut off without a sign. One line each. */
export async function lostText(page: Page): Promise<string[]> {
  const wider = await overflow(page);
  return [...(wider > 0 ? [`wider than the window by ${wider} px`] : []), ...(await textCutOff(page))];
}

function textCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CUTS = new Set(['hidden', 'clip']);
    /** A text that ends in dots says that there is more; a box of a pixel is for assistive technology only. */
    const isMeant = (box: Element, { textOverflow, webkitLineClamp }: CSSStyleDeclaration) =>
      textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || box.clientWidth <= 1;
    const isCutBy = (text: DOMRect, box: Element, { overflowX, overflowY }: CSSStyleDeclaration) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const isWider = text.left < left - 1 || text.right > right + 1;
      const isHigher = text.top < top - 1 || text.bottom > bottom + 1;
      return (isWider && CUTS.has(overflowX)) || (isHigher && CUTS.has(overflowY));
    };
    const isCut = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let box = node.parentElement; box !== null && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (isMeant(box, style) || /auto|scroll/.test(style.overflowX + style.overflowY)) return false;
        if (isCutBy(text, box, style)) return true;
      }
      return false;
    };
    const lost: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode() !== null) {
      const { currentNode: node } = nodes;
      const isSeen = node.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) === true;
      if (isSeen && node.textContent?.trim() !== '' && isCut(node))
        lost.push(`cut off: "${node.textContent?.trim().slice(0, 80)}"`);
    }
    return lost;
  });
}
