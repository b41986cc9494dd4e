/**
 * Runs in the page, with every hot remote. React takes an edit in place in its development build only. Where a hot
 * remote stands in for a release, the page has the other build, and an update would change nothing on the screen: there
 * the page loads anew.
 */
interface HotModules {
  addStatusHandler(handler: (status: string) => void): void;
}
interface Renderer {
  readonly scheduleRefresh?: unknown;
}

const page = window as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: { renderers?: Map<number, Renderer> } };
let hasUpdate = false;

(import.meta as { webpackHot?: HotModules }).webpackHot?.addStatusHandler((status) => {
  if (status === 'apply') hasUpdate = true;
  if (status === 'idle' && hasUpdate && !takesEditsInPlace()) location.reload();
});

function takesEditsInPlace(): boolean {
  return [...(page.__REACT_DEVTOOLS_GLOBAL_HOOK__?.renderers?.values() ?? [])].some(
    ({ scheduleRefresh }) => typeof scheduleRefresh === 'function',
  );
}
