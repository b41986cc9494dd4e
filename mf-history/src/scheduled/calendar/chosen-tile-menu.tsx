import type { CalendarPost } from '@pagecast/api/contract';
import { LateWindow, lazyPart } from '@pagecast/shell/kit';
import type { PostDialogKind } from '../post-dialogs.tsx';
import { findTile, tileKey } from './calendar-items.ts';
import type { Day } from './calendar-days.ts';
import type { DayFacts } from './day-facts.ts';
import { nextFreeDay } from './plan.ts';
import type { Plan } from './use-plan.ts';
import type { useTileMenu } from './use-tile-menu.ts';

/** Weighs as much as the calendar, and is there by the time that a tile is pressed. */
const TileMenu = /* @__PURE__ */ lazyPart(async () => (await import('./tile-menu.tsx')).TileMenu);
export const preloadTileMenu = TileMenu.preload;

/** What can be done from the menu of a tile. */
export interface TileActions {
  onMove: (post: CalendarPost, day: Day) => void;
  onReview: (post: { id: number }) => void;
  onOpen: (kind: PostDialogKind, post: CalendarPost) => void;
}

/** The menu of the tile that was pressed last; it stays while its post does, wherever that is drawn. */
export function ChosenTileMenu({
  menu,
  plan: { days, planned },
  inSight,
  today,
  actions,
  find,
}: {
  menu: ReturnType<typeof useTileMenu>;
  plan: Plan;
  inSight: readonly DayFacts[];
  today: Day;
  actions: TileActions;
  find: (key: string) => HTMLElement | null;
}) {
  if (menu.postId === null) return null;
  const key = tileKey(menu.postId);
  const chosen = findTile(inSight, key);
  const day = chosen?.day ?? today;
  return (
    <LateWindow onClose={menu.forget}>
      <TileMenu
        facts={chosen?.tile ?? null}
        anchor={menu.anchor}
        today={today}
        day={day}
        freeDay={nextFreeDay(day < today ? today : day, days, planned)}
        {...actions}
        onClose={menu.close}
        onClosed={menu.refocus}
        returnTo={() => (chosen === undefined ? null : find(key))}
      />
    </LateWindow>
  );
}
