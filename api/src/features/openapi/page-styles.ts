export const STYLES = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body {
  font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 2rem 1rem 6rem;
  background: light-dark(#f7f7f8, #0f1013); color: light-dark(#17171c, #ececf1); overflow-wrap: anywhere;
}
main, header { max-width: 52rem; margin: 0 auto; }
a { color: light-dark(#1f4fd8, #8fb0ff); }
a:focus-visible, summary:focus-visible, pre:focus-visible {
  outline: 2px solid light-dark(#1f4fd8, #8fb0ff); outline-offset: 2px;
}
h1 { font-size: 1.5rem; }
h2 { font-size: 1.25rem; margin-top: 2.5rem; }
.call h2, .shape h2 { margin-top: 1rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875rem; }
pre { overflow-x: auto; padding: .75rem; border-radius: 8px; background: light-dark(#f0f0f2, #0b0c0e); }
.call, .shape {
  background: light-dark(#fff, #17181d); border: 1px solid light-dark(#dcdce1, #2b2d35); border-radius: 10px;
  padding: 0 1rem 1rem; margin: 1rem 0;
}
.soft { color: light-dark(#55555f, #a6a8b3); }
.method { font-weight: 600; }
ul { padding-left: 1.25rem; margin: .25rem 0; }
nav ul { list-style: none; padding: 0; }
summary { cursor: pointer; padding: .625rem 0; min-height: 2.75rem; }
.back a { display: inline-block; padding: .625rem 0; }
`;
