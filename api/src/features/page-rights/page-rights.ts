import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { ForbiddenError } from '../../http/errors.ts';
import { pageRightsRepository, type PageRight, type PageRole } from './page-rights.repository.ts';

/** What somebody may want to do with a page. `manage` is everything that its owner alone does. */
export type Right = 'see' | 'propose' | 'approve' | 'manage';

const RIGHTS: Readonly<Record<PageRole, readonly Right[]>> = {
  owner: ['see', 'propose', 'approve', 'manage'],
  editor: ['see', 'propose'],
  approver: ['see', 'approve'],
};

/** Who may do what with a page: the one place that says so. Asked at each call, so that a removal counts at once. */
export function pageRights(db: Knex) {
  return {
    /**
     * @returns null where there is no such page for them
     * @throws ForbiddenError in words where they see the page, and this is not for them
     */
    async mayOnPage(who: Owner, pageId: PageId, right: Right): Promise<PageRight | null> {
      const found = await pageRightsRepository(db).find(who, pageId);
      if (found !== null && !RIGHTS[found.role].includes(right)) throw new ForbiddenError(refusal(found, right));
      return found;
    },
  };
}
export type PageRights = ReturnType<typeof pageRights>;

function refusal({ pageName, role, owner }: PageRight, right: Right): string {
  const as = role === 'editor' ? 'an editor' : 'an approver';
  switch (right) {
    case 'approve':
      return `You're ${as} of ${pageName}. Its posts are approved by ${owner.name} or an approver.`;
    case 'propose':
      return `You're ${as} of ${pageName}. Ask ${owner.name} to make you an editor if you want to propose posts.`;
    case 'see':
    case 'manage':
      return role === 'editor'
        ? `You're an editor of ${pageName}. Propose posts for it: only ${owner.name}, who connected it, can do this.`
        : `You're ${as} of ${pageName}. Only ${owner.name}, who connected it, can do this.`;
  }
}
