import * as z from 'zod';
import { isShape } from './is-shape.ts';
import type { Shape } from './shape.ts';

/** What a build writes beside its files of how it meets others. */
export const SURFACE_FILE = 'compatibility.json';
/** Some six times what the largest build has. */
export const MAX_SURFACE_BYTES = 1024 * 1024;

const OneShape = z.custom<Shape>(isShape);
const Names = z.optional(z.array(z.string()));
const Shapes = z.optional(z.record(z.string(), OneShape));

/**
 * Where a build meets others: what it offers, or what it uses of them, as that was when it was built. What is left out
 * of an offer is not compared.
 */
export const Surface = z.object({
  /** Exports of the kit, by name. */
  kit: Shapes,
  host: z.optional(OneShape),
  /** By method and path. */
  calls: Shapes,
  /** What the contract exports beside its types. */
  contract: Names,
  /** Events of the window by which shell and areas tell each other something. */
  signals: Names,
  /** Custom properties of CSS. */
  tokens: Names,
  /** Offered: versions. Used: ranges. By package. */
  shared: z.optional(z.record(z.string(), z.string())),
});
export type Surface = z.infer<typeof Surface>;

export const Surfaces = z.object({ uses: Surface, offers: z.optional(Surface) });
export type Surfaces = z.infer<typeof Surfaces>;

/** What versions of one area, or of the shell, use. The newest comes first. */
export const RecordedUses = z.object({ name: z.string(), versions: z.array(z.string()), uses: Surface });
export type RecordedUses = z.infer<typeof RecordedUses>;
