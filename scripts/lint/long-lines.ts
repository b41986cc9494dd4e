/** As the formatter has it, which breaks neither strings nor comments. */
const WIDTH = 120;

/** Of a node of the syntax tree (ESTree), what is looked at here. */
interface Node {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly regex?: object;
}

interface Context {
  readonly sourceCode: { readonly lines: readonly string[] };
  report(finding: { loc: object; message: string }): void;
}

const MESSAGE =
  `This line has more than ${WIDTH} characters: break a text between two sentences, and a comment between two words. ` +
  'Only a regular expression stays on its line.';

/** A regular expression is searched for and pasted whole. */
const longLines = {
  create: (context: Context) => {
    const expressions = new Set<number>();
    return {
      Literal(node: Node) {
        if (node.regex !== undefined) expressions.add(node.loc.start.line);
      },
      'Program:exit'() {
        for (const [index, { length }] of context.sourceCode.lines.entries()) {
          const line = index + 1;
          if (length <= WIDTH || expressions.has(line)) continue;
          context.report({ loc: { start: { line, column: WIDTH }, end: { line, column: length } }, message: MESSAGE });
        }
      },
    };
  },
};

export default { meta: { name: 'lines' }, rules: { 'long-lines': longLines } };
