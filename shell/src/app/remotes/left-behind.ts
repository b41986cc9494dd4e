/**
 * Takes out of `<main>` what an area put there itself, beside the one element in which screens are drawn. What comes in
 * its place may put something there as well, and what is left may be cleared away by whoever put it there.
 */
export function clearLeftBehind(): void {
  const screen = document.querySelector('main > [data-screen]');
  const beside = Array.from(screen?.parentElement?.childNodes ?? []).filter((node) => node !== screen);
  setTimeout(() => {
    for (const node of beside) node.remove();
  });
}
