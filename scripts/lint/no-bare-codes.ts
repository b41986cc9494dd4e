/** Of a node of the syntax tree (ESTree), what is looked at here. */
interface Node {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly object?: Node;
  readonly property?: Node;
  readonly expression?: Node;
}
interface Comparison extends Node {
  readonly operator: string;
  readonly left: Node;
  readonly right: Node;
}

interface Context {
  report(finding: { node: Node; message: string }): void;
}

const MESSAGE =
  'Name the code of a problem by CODE, and what helps by PROBLEM_ACTION, or switch over all of them: ' +
  'a bare string outlives what it meant.';

const PROBLEMS = /problem|reason|hindrance|refusal/i;
const IN_SQL = /->>\s*'(code|action)'\s*(=|<>|!=|(not )?in\b|is( not)? distinct from)\s*\(?\s*'[a-z]/;

/** Without what TypeScript and optional chaining put around it. */
function bare(node: Node): Node {
  return node.expression === undefined ? node : bare(node.expression);
}

/** `problem?.code`, `post.problem.action` */
function isOfProblem(given: Node): boolean {
  const { object, property } = bare(given);
  if (object === undefined || (property?.name !== 'code' && property?.name !== 'action')) return false;
  const of = bare(object);
  return PROBLEMS.test(String(of.name ?? of.property?.name ?? ''));
}

const isWord = ({ value }: Node) => typeof value === 'string' && /^[a-z]/.test(value);

const noBareCodes = {
  create: (context: Context) => ({
    BinaryExpression(node: Comparison) {
      const { operator, left, right } = node;
      if (!/^[!=]==?$/.test(operator)) return;
      if ((isOfProblem(left) && isWord(right)) || (isWord(left) && isOfProblem(right)))
        context.report({ node, message: MESSAGE });
    },
    Literal(node: Node) {
      if (typeof node.value === 'string' && IN_SQL.test(node.value)) context.report({ node, message: MESSAGE });
    },
    TemplateElement(node: Node & { readonly value: { readonly raw: string } }) {
      if (IN_SQL.test(node.value.raw)) context.report({ node, message: MESSAGE });
    },
  }),
};

export default { meta: { name: 'codes' }, rules: { 'no-bare-codes': noBareCodes } };
