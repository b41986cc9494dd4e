import type { Page, Person, Role } from './entities.ts';
import type { World } from './world.ts';

/** Finds a person by role name or by any app-scoped id. */
export function findPerson(world: World, who: string): Person | undefined {
  const byRole = world.people.get(who);
  if (byRole) return byRole;
  return [...world.people.values()].find((person) => Object.values(person.scopedIds).includes(who));
}

export function scopedId(person: Person, appId: string): string {
  return person.scopedIds[appId] ?? `${person.role}-unknown-app`;
}

export function fullName(person: Person): string {
  return `${person.firstName} ${person.lastName}`;
}

/** Pages on which the person has any task, in the order of creation. */
export function pagesOf(world: World, role: Role): Page[] {
  return [...world.pages.values()].filter((page) => (page.tasks[role] ?? []).length > 0);
}
