/**
 * Takes out of React Router what the shell does not use (4 kB): its package names the development copy alone, and what
 * is made by a call and named by a statement of its own stays in every bundle, with all that it draws on, as forms and
 * the links of its framework mode do.
 */
const WARNINGS = /^var ENABLE_DEV_WARNINGS = true;$/m;
const NAMING = /^\w+\.displayName = ".*";$/gm;
const MAKING = /(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm;

module.exports = (source) =>
  source.replace(WARNINGS, 'var ENABLE_DEV_WARNINGS = false;').replace(NAMING, '').replace(MAKING, '/*#__PURE__*/ ');
