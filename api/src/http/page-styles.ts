/** How pages look that need no script: one card, in the colours of the screens. */
export const PAGE_STYLES = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#f7f7f8, #0f1013); --surface: light-dark(#fff, #17181d); --sunken: light-dark(#f0f0f2, #0b0c0e);
  --line: light-dark(#dcdce1, #2b2d35); --line-strong: light-dark(#8a8a94, #767a87);
  --ink: light-dark(#17171c, #ececf1); --quiet: light-dark(#55555f, #a6a8b3);
  --accent: light-dark(#1f4fd8, #8fb0ff); --on-accent: light-dark(#fff, #0b1530); --bad: light-dark(#b3201f, #ff9a92);
}
* { box-sizing: border-box; }
body {
  font: 1rem/1.5 Inter, system-ui, sans-serif; margin: 0; padding: 1rem; background: var(--canvas); color: var(--ink);
}
main {
  max-width: 34rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: anywhere;
  background: var(--surface); border: 1px solid var(--line); border-radius: .625rem;
}
@media (min-width: 40rem) { body { padding: 3rem 1rem; } }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .75rem; text-wrap: balance; }
p { margin: .5rem 0; }
.mark { margin: 0 0 1rem; font-weight: 600; color: var(--accent); }
.quiet { color: var(--quiet); font-size: .875rem; }
.bad { color: var(--bad); font-weight: 600; }
blockquote {
  margin: 1rem 0; padding: .75rem 1rem; background: var(--sunken); border-radius: .5rem; white-space: pre-wrap;
}
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
button, a.button {
  font: inherit; font-weight: 600; flex: 1 1 10rem; min-height: 2.75rem; padding: .6rem 1.25rem; border-radius: .5rem;
  border: 1px solid var(--line-strong); background: var(--surface); color: var(--ink); text-align: center;
  text-decoration: none; cursor: pointer;
}
button.main, a.button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
