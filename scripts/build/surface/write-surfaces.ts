import fs from 'node:fs';
import path from 'node:path';
import { SURFACE_FILE, type Surfaces } from '../../../api/src/surfaces/surface.ts';

/** Writes beside a build how it meets others, for products that compare it with theirs. */
export function writeSurfaces(outDir: string, surfaces: Surfaces): void {
  fs.writeFileSync(path.join(outDir, SURFACE_FILE), `${JSON.stringify(surfaces)}\n`);
}
