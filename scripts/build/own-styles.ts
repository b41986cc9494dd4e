import type { AcceptedPlugin, Container, Rule } from 'postcss';

/** At-rules that hold rules for elements; all others define something by a name. */
const GROUPS = new Set(['media', 'supports', 'layer', 'container', 'scope', 'starting-style']);
/** What a package styles as a whole is the area here. */
const WHOLE_PAGE = /^(?::root|:host|html|body)(?![\w-])/;

/**
 * Keeps the styles of an area to what lies below its own root: pages have one sheet for the shell and each area, and
 * every rule applies to all of it. Those of packages are put below it; what a team wrote stays as it was written, and
 * fails the build where it would reach further.
 * @param area name of its container
 */
export function ownStyles(area: string): AcceptedPlugin {
  const root = `[data-remote='${area}']`;
  /** It, or a part of it, where that would reach further. */
  const strayIn = (rule: Rule) =>
    rule.selectors.every((selector) => isBelow(area, selector))
      ? rulesIn(rule).find((inner) => !inner.selectors.every(staysInside))
      : rule;
  return {
    postcssPlugin: 'own-styles',
    OnceExit(sheet, { rule: makeRule }) {
      for (const rule of rulesIn(sheet)) {
        const stray = strayIn(rule);
        if (stray === undefined) continue;
        if (!isOfPackage(rule))
          throw stray.error(
            `The rule "${stray.selector}" would style what is not of ${area}, too. Put it inside ${root} { … }.`,
          );
        const outer = makeRule({ selector: root });
        rule.replaceWith(outer);
        rule.selectors = rule.selectors.map((selector) => selector.replace(WHOLE_PAGE, '&'));
        outer.append(rule);
      }
    },
  };
}

/** In the place of the root's own mark, and of what is wrapped and below it. */
const ROOT = '§';
const BELOW = '¶';

/** Whether all that a selector finds is the root of the area, or below it. */
function isBelow(area: string, selector: string): boolean {
  const mark = new RegExp(`\\[data-remote=(['"]?)${area}\\1\\]`, 'g');
  let rest = selector
    .replaceAll(/\\./g, '_')
    .replaceAll(mark, ROOT)
    .replaceAll(/\[[^\]]*\]/g, '');
  // From the innermost parentheses outwards: what is asked for by `:not` or `:has` is not what is found.
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/:([\w-]*)\(([^()]*)\)/g, (_, name: string, wrapped: string) =>
      /^(is|where)$/.test(name) && wrapped.split(',').every(descends) ? BELOW : '',
    );
  }
  return descends(rest);
}

/** Of a selector without parentheses: it meets the root, and does not turn to what is beside it. */
const descends = (plain: string): boolean => /[§¶]/.test(plain) && !/§[^\s>+~]*\s*[+~]/.test(plain);

/** The rules for elements directly in it, whatever they apply under. */
function rulesIn(container: Container): Rule[] {
  return (container.nodes ?? []).flatMap((node) => {
    if (node.type === 'rule') return [node];
    return node.type === 'atrule' && GROUPS.has(node.name) ? rulesIn(node) : [];
  });
}

/** Of a rule directly in that of the root: it may narrow it down, and not lead out of it. */
const staysInside = (selector: string): boolean =>
  !selector.slice(1).includes('&') && !/^(?:&[^\s>+~]*)?\s*[+~]/.test(selector);

const isOfPackage = ({ source }: Rule): boolean => source?.input.file?.includes('/node_modules/') ?? false;
