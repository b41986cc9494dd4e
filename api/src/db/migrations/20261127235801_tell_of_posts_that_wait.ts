import type { Knex } from 'knex';

export const kind = 'expand';

/** What a person writes of a post, and when it goes out. */
const WRITTEN = ['status', 'content', 'article', 'facebook_page_id', 'scheduled_at', 'media_type', 'placement'];
const differs = (columns: readonly string[]) =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
/** Of a post that is on its way the loop writes none of these. */
const OF_PEOPLE = WRITTEN.filter((column) => column !== 'status');

/**
 * A post that waits for its next try is on its way by its status, and its owner may give it another time: that is told
 * to loops as any other change of theirs is. Processes of the release before hear it too.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(
    told(`old.status <> 'publishing' or new.status = 'draft' or current_actor() is not null
    or ${differs(OF_PEOPLE)}`),
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw(told("old.status <> 'publishing' or new.status = 'draft'"));
}

const told = (isOfPeople: string) => `
  create or replace trigger posts_write_told after update of ${WRITTEN.join(', ')} on posts for each row
    when (new.status <> 'publishing' and (${isOfPeople}) and (${differs(WRITTEN)}))
    execute function tell_of_post_write();`;
