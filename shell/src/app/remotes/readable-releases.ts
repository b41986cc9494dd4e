import { REMOTE_NAME_SHAPE, REMOTE_PATH_SHAPE, type RemoteRelease } from '@pagecast/api/contract';

type Check = (given: unknown) => boolean;

const isText: Check = (given) => typeof given === 'string';
const isNumber: Check = (given) => typeof given === 'number' && Number.isFinite(given);
const isAddress: Check = (given) => typeof given === 'string' && URL.canParse(given, location.href);
const like =
  (shape: RegExp): Check =>
  (given) =>
    typeof given === 'string' && shape.test(given);
const optional =
  (check: Check): Check =>
  (given) =>
    given === undefined || check(given);
const nullable =
  (check: Check): Check =>
  (given) =>
    given === null || check(given);
const list =
  (check: Check): Check =>
  (given) =>
    Array.isArray(given) && given.every(check);
const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (given) =>
    typeof given === 'object' &&
    given !== null &&
    Object.entries(checks).every(([name, check]) => check((given as Record<string, unknown>)[name]));

const isPath = like(new RegExp(`^${REMOTE_PATH_SHAPE}$`));
const isIntegrity = fields({ manifest: isText, entry: isText });
const isPassport = fields({ key: isText, signature: isText });
const isNavEntry = fields({
  to: isPath,
  label: isText,
  icon: isText,
  iconPath: optional(isText),
  order: isNumber,
  unlisted: optional(list(fields({ to: isPath, label: isText }))),
  commands: optional(
    list(fields({ title: isText, to: isText, keywords: optional(isText), shortcut: optional(isText) })),
  ),
});
const isRelease = fields({
  name: like(new RegExp(`^${REMOTE_NAME_SHAPE}$`)),
  version: isText,
  manifestUrl: isAddress,
  integrity: isIntegrity,
  contract: isNumber,
  paths: list(isPath),
  nav: list(isNavEntry),
  previous: nullable(
    fields({ version: isText, manifestUrl: isAddress, integrity: isIntegrity, passport: optional(isPassport) }),
  ),
  passport: optional(isPassport),
  override: optional(isText),
});

/**
 * The entries of a registry that the shell can work with. Every screen and the sidebar are made of all of them: one
 * that is none would cost the whole page, and costs its own area here. By hand, because pages bring no schemas.
 */
export function readableReleases(given: unknown): RemoteRelease[] {
  const entries: unknown[] = Array.isArray(given) ? given : [];
  return entries.filter((entry): entry is RemoteRelease => {
    const isReadable = isRelease(entry);
    if (!isReadable) console.warn('This entry of the registry cannot be read', entry);
    return isReadable;
  });
}
