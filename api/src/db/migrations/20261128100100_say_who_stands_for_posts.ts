import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Rules by which texts of automation are approved, who let each of its posts through, and a line for those that nobody
 * reviewed. A release before approves by no rule, adds no line, and notes nobody.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table approval_rules (
      facebook_page_id bigint primary key,
      user_id bigint not null,
      environment text not null,
      kinds text[] not null,
      posts_per_day integer not null constraint approval_rules_posts_per_day_check check (posts_per_day >= 1),
      written_by text not null,
      written_at timestamptz not null default now(),
      constraint approval_rules_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint approval_rules_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index approval_rules_of_owner on approval_rules (user_id, environment);

    create table post_approvals (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      facebook_page_id bigint not null,
      -- null once it is deleted: it counts for its day all the same.
      post_id bigint,
      kind text not null constraint post_approvals_kind_check check (kind in ('person', 'rule', 'nobody')),
      -- The rule as it was then.
      rule jsonb,
      -- Of what was let through: text, page, kind and place.
      content_hash text not null,
      goes_out_at timestamptz not null,
      -- The day of the page.
      goes_out_on date not null,
      at timestamptz not null default now(),
      constraint post_approvals_rule_check check ((kind = 'rule') = (rule is not null)),
      constraint post_approvals_post_id_of_its_owner foreign key (post_id, user_id, environment)
        references posts (id, user_id, environment) on delete set null (post_id),
      constraint post_approvals_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint post_approvals_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create unique index post_approvals_of_post on post_approvals (post_id) where post_id is not null;
    create index post_approvals_of_day on post_approvals (facebook_page_id, goes_out_on);
    create index post_approvals_of_owner on post_approvals (user_id, environment);
    create index post_approvals_of_no_post on post_approvals (at) where post_id is null;

    alter table automation_page_configurations add column disclosure text not null default ''
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    alter table automation_page_configurations drop column disclosure;
    drop table post_approvals;
    drop table approval_rules
  `);
}
