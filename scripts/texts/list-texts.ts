import type { Node, PropertyAssignment, SourceFile } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isCaseClause,
  isElementAccessExpression,
  isExportDeclaration,
  isImportDeclaration,
  isJsxAttribute,
  isJsxElement,
  isJsxFragment,
  isNewExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTypeNode,
} from 'typescript/unstable/ast/is';
import { isWording, sentenceOf } from './sentence.ts';
import { syntaxTrees } from './syntax-trees.ts';

/** A text that somebody reads. */
export interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Attributes that nobody reads. */
const UNSHOWN_ATTRIBUTES = /class(Name)?$|^(d|viewBox|transform|sandbox|sizes|allow|points|content)$/i;
/** Attributes that nobody writes codes into. */
const SHOWN_ATTRIBUTES = /^(label|title|description|placeholder|alt|aria-label|busyLabel)$/;
/** What goes to the log, what only a programmer can have done wrong, and what looks for something. */
const UNSHOWN_CALLS =
  /\b(log(ger)?|console)\b|^(Type|Range|Syntax)?Error$|\b(raw|querySelector(All)?|closest|matchMedia|includes|startsWith|endsWith|split|join|createHash|has|getItem|setItem)$/;
const COMPARES = /^([!=]==?|[<>]=?|in|instanceof)$/;
/** A word as styles have them: `px-3`, `hover:underline`. */
const CLASS = /^[\w.%/()[\]:,*&>#!+-]*[-:[][\w.%/()[\]:,*&>#!+-]*$/;

/** SQL, which is written in small letters. */
const STATEMENT = /^(select|insert into|delete from|case when) |^(to_char|make_interval)\(/;
/** A path of an icon. */
const DRAWING = /^[a-z]-?[\d.]+[ ,]?-?[\d.]*[ a-z]-?[\d.]/i;

/** Of all files, in their order and from top to bottom. @param sources what stands in each file, by its name */
export function listTexts(sources: Readonly<Record<string, string>>): Text[] {
  return Array.from(syntaxTrees(sources)).flatMap(([file, tree]) => textsOf(file, tree));
}

function textsOf(file: string, tree: SourceFile): Text[] {
  const found: Text[] = [];
  const visit = (node: Node): void => {
    if (isUnshown(node)) return;
    // What a case compares with is a code; what follows may be words.
    if (isCaseClause(node)) return node.statements.forEach(visit);
    if (isPropertyAssignment(node)) return isSearchedFor(node) ? undefined : visit(node.initializer);
    if (isJsxAttribute(node) && SHOWN_ATTRIBUTES.test(node.name.getText())) return node.forEachChild(visitWord);
    if (!isWording(node)) return node.forEachChild(visit);
    const text = textOf(node);
    if (!isForPeople(text) && !isBetweenTags(node, text)) return node.forEachChild(visit);
    found.push({ file, line: lineOf(tree, node), text });
    node.forEachChild(visitAttributes);
  };
  // One word in small letters may be a code anywhere else.
  const visitWord = (node: Node): void => {
    if (isStringLiteral(node) && hasWord(node.text)) found.push({ file, line: lineOf(tree, node), text: textOf(node) });
    else visit(node);
  };
  // What stands between the tags of a sentence is said with it.
  const visitAttributes = (node: Node): void =>
    isJsxAttribute(node) ? visit(node) : node.forEachChild(visitAttributes);
  visit(tree);
  return found;
}

const textOf = (node: Node) => sentenceOf(node).replaceAll(/\s+/g, ' ').trim();
const hasWord = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{[^{} ]*\}/g, ''));

/** Whatever it looks like, somebody reads it. */
const isBetweenTags = (node: Node, text: string) => (isJsxElement(node) || isJsxFragment(node)) && hasWord(text);

/** Words that a command is found by, and nobody reads. */
function isSearchedFor({ name, initializer }: PropertyAssignment): boolean {
  return name.getText() === 'keywords' && /^'[a-z ]+'$/.test(initializer.getText());
}

function isUnshown(node: Node): boolean {
  if (isJsxAttribute(node)) return UNSHOWN_ATTRIBUTES.test(node.name.getText());
  if (isCallExpression(node) || isNewExpression(node)) return UNSHOWN_CALLS.test(node.expression.getText());
  if (isBinaryExpression(node)) return COMPARES.test(node.operatorToken.getText());
  return [isImportDeclaration, isExportDeclaration, isTypeNode, isElementAccessExpression].some((is) => is(node));
}

/**
 * It begins as a sentence or a label does, or has several words that are no styles. Codes, addresses and names of
 * methods do neither.
 */
function isForPeople(text: string): boolean {
  if (!hasWord(text) || /^[A-Z_\d]+$|Error$|^\S*[/=]\S*$/.test(text)) return false;
  if (STATEMENT.test(text) || DRAWING.test(text) || areStyles(text)) return false;
  return /^[\p{Lu}…“{(]/u.test(text) || text.includes(' ');
}

function areStyles(text: string): boolean {
  const words = text.split(' ');
  const styles = words.filter((word) => CLASS.test(word)).length;
  return words.length > 1 && styles > (/[A-Z’.?]/.test(text) ? words.length / 2 : 0);
}

function lineOf(tree: SourceFile, node: Node): number {
  return tree.text.slice(0, node.getStart()).split('\n').length;
}
