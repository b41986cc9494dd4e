import type { JsxChild, JsxElement, JsxFragment, Node } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';

/** What is written as words: a literal, or a sentence that is put together. */
export function isWording(node: Node): boolean {
  if (isBinaryExpression(node)) return node.operatorToken.getText() === '+' && [node.left, node.right].some(isWording);
  if (isElement(node)) return node.children.some((child) => isJsxText(child) && /[\p{L}\d]/u.test(child.text));
  return isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isTemplateExpression(node);
}

/** As a reader sees it, with `{name}` for a value and `{one/other}` for words that depend on one. */
export function sentenceOf(node: Node): string {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => gap(span.expression) + span.literal.text).join('');
  if (isBinaryExpression(node) && isWording(node)) return sentenceOf(node.left) + sentenceOf(node.right);
  return isElement(node) ? node.children.map(childOf).join('') : gap(node);
}

function isElement(node: Node): node is JsxElement | JsxFragment {
  return isJsxElement(node) || isJsxFragment(node);
}

function childOf(child: JsxChild): string {
  if (isJsxText(child)) return withoutIndents(child.text);
  if (isElement(child)) return sentenceOf(child);
  if (!isJsxExpression(child) || child.expression === undefined) return '';
  // `{' '}` is a space, and no value.
  return isStringLiteral(child.expression) ? child.expression.text : gap(child.expression);
}

/** What JSX leaves of a text that goes over several lines. */
function withoutIndents(text: string): string {
  return text.replaceAll(/^\s*\n\s*|\s*\n\s*$/g, '').replaceAll(/\s*\n\s*/g, ' ');
}

function gap(node: Node): string {
  const choices = choicesOf(node);
  return `{${choices.some((choice) => /\p{L}/u.test(choice)) ? choices.join('/') : nameOf(node)}}`;
}

/** Words that may stand in a gap. */
function choicesOf(node: Node): string[] {
  if (isParenthesizedExpression(node)) return choicesOf(node.expression);
  if (isConditionalExpression(node)) return [...choicesOf(node.whenTrue), ...choicesOf(node.whenFalse)];
  if (isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(node.operatorToken.getText())) return choicesOf(node.right);
  if (isCallExpression(node) && isIdentifier(node.expression))
    return node.arguments.filter(isStringLiteral).map(({ text }) => text);
  return isWording(node) ? [sentenceOf(node)] : [];
}

/** `{name}` for `page.name`, for `nameOf(page)` as for `page.name.trim()`. */
function nameOf(node: Node): string {
  if (isIdentifier(node)) return node.text;
  if (isPropertyAccessExpression(node)) return node.name.text;
  if (isCallExpression(node))
    return nameOf(isPropertyAccessExpression(node.expression) ? node.expression.expression : node.expression);
  return '…';
}
