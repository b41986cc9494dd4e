/**
 * Takes the place of zod in what is built for browsers. The screens read the contract for its methods, paths,
 * constants and types; parsing is the API's, at its door. Without this every bundle carries a library that it never
 * calls (9 kB of brotli each).
 * Whatever a schema is built from is this one value again; using it to parse fails at once.
 */
const PARSING = /^(safe)?(parse|decode|encode)(Async)?$/i;

const nothing = new Proxy(() => nothing, {
  get(_, name) {
    if (typeof name === 'string' && PARSING.test(name))
      throw new Error('Schemas stay with the API: a screen must not parse.');
    // No promise and no string, for whoever asks.
    return typeof name === 'symbol' || name === 'then' ? undefined : nothing;
  },
  apply: () => nothing,
});

module.exports = nothing;
