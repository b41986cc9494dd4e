import * as accounts from './20261121080000_create_accounts.ts';
import * as facebookPages from './20261121081000_create_facebook_pages.ts';
import * as remoteReleases from './20261121082000_create_remote_releases.ts';
import * as posts from './20261121090000_create_posts.ts';
import * as publishing from './20261121091000_create_publishing.ts';
import * as summaries from './20261121092000_create_post_summaries.ts';
import * as extendedPublishing from './20261121100000_extend_publishing.ts';
import * as mediaFiles from './20261121101000_create_media_files.ts';
import * as notifications from './20261121102000_create_notifications.ts';
import * as changeNotices from './20261121103000_create_change_notices.ts';
import * as idempotencyKeys from './20261121104000_create_idempotency_keys.ts';
import * as sharedSummaries from './20261121110000_share_post_summaries.ts';
import * as heldPosts from './20261121111000_hold_posts_of_broken_pages.ts';
import * as auditLog from './20261121120000_create_audit_log.ts';
import * as configuration from './20261121121000_create_configuration.ts';
import * as extendedSessions from './20261121122000_extend_sessions.ts';
import * as deletionReceipts from './20261121123000_create_deletion_receipts.ts';
import * as aiCalls from './20261121130000_create_ai_calls.ts';
import * as drafts from './20261121131000_create_drafts.ts';
import * as waitingPosts from './20261121132000_index_waiting_posts.ts';
import * as postEvents from './20261121133000_create_post_events.ts';
import * as publishedSearch from './20261121133100_index_published_posts_for_search.ts';
import * as gatheredWords from './20261121133200_gather_words_of_published_posts.ts';
import * as seenNumbers from './20261121133300_tell_looks_from_numbers.ts';
import * as firstSteps from './20261121134000_remember_first_steps.ts';
import * as browserZone from './20261121135000_keep_browser_zone_apart.ts';
import * as automation from './20261121140000_create_automation.ts';
import * as automaticPosts from './20261121141000_tie_posts_to_automation.ts';
import * as writtenByAi from './20261121142000_keep_what_the_ai_wrote.ts';
import * as missedEdits from './20261121143000_miss_edited_posts_of_automation.ts';
import * as mediaUploads from './20261121150000_create_media_uploads.ts';
import * as uploadsAhead from './20261121151000_create_uploads_ahead.ts';
import * as releasePointers from './20261121160000_point_to_releases.ts';
import * as writersOfUploads from './20261121170000_note_writers_of_uploads.ts';
import * as toldUploadsAhead from './20261121171000_tell_uploads_ahead.ts';
import * as uploadsLeftBehind from './20261121171100_remember_uploads_left_behind.ts';
import * as toldAdministrators from './20261121174000_tell_administrators.ts';
import * as attemptsByVideo from './20261121175000_find_attempts_by_video.ts';
import * as resolvedDoubts from './20261122100100_resolve_doubts.ts';
import * as firstSends from './20261122100200_look_from_the_first_send.ts';
import * as keptRemoving from './20261122100300_keep_removing_orphans.ts';
import * as deathsAtPosts from './20261122110100_count_deaths_at_a_post.ts';
import * as secretKey from './20261122120100_know_the_secret_key.ts';
import * as countedCrashes from './20261122120200_count_crashes_of_attempts.ts';
import * as lostLoginsToldOnce from './20261122130000_tell_of_a_lost_login_once.ts';
import * as aiRests from './20261122130100_let_the_ai_rest.ts';
import * as reservedBudget from './20261122150000_reserve_ai_budget.ts';
import * as sharedRateLimits from './20261122150100_share_rate_limits.ts';
import * as codesWithoutCase from './20261122150200_compare_codes_without_case.ts';
import * as forgottenPeople from './20261122150300_forget_people_in_audit_log.ts';
import * as thingsByOwner from './20261122160000_know_things_by_their_owner.ts';
import * as tiesToOwner from './20261122160100_tie_things_to_their_owner.ts';
import * as postsInDoubt from './20261122170000_tell_of_posts_in_doubt.ts';
import * as wordsOfTheField from './20261122200100_use_the_words_of_the_field.ts';
import * as noNullInJson from './20261122210000_keep_no_null_in_json.ts';
import * as codes from './20261122210100_keep_codes_in_place_of_sentences.ts';
import * as impossiblePosts from './20261122220100_refuse_impossible_posts.ts';
import * as anyNetwork from './20261122230000_take_any_network.ts';
import * as momentToUndo from './20261123000100_publish_in_a_moment.ts';
import * as reviewedNewPages from './20261123010000_review_new_pages_of_automation.ts';
import * as techSiteKey from './20261123020000_note_when_the_tech_sites_key_changes.ts';
import * as auditLines from './20261123020100_find_lines_of_the_audit_log.ts';
import * as releaseTokens from './20261123030000_create_release_tokens.ts';
import * as kindsOfMigrations from './20261123040000_tell_kinds_of_migrations.ts';
import * as askAboutPagesThatNeverRan from './20261123060000_ask_about_pages_that_never_ran.ts';
import * as watchAreas from './20261124000000_watch_areas.ts';
import * as shareReleases from './20261125000000_share_releases.ts';
import * as judgeShares from './20261125100000_judge_shares.ts';
import * as tryVersionsWithRobots from './20261125200000_try_versions_with_robots.ts';
import * as keepWhatVersionsUse from './20261125300000_keep_what_versions_use.ts';
import * as composeForSeveralPages from './20261125500000_compose_for_several_pages.ts';
import * as shareFilesOfReleases from './20261125600000_share_files_of_releases.ts';
import * as planWeeksOfPages from './20261126100000_plan_weeks_of_pages.ts';
import * as repeatPosts from './20261126200000_repeat_posts.ts';
import * as importSheets from './20261126300000_import_sheets.ts';
import * as changeManyPosts from './20261126400000_change_many_posts.ts';
import * as rankPostsByEngagement from './20261126500000_rank_posts_by_engagement.ts';
import * as keepBestHours from './20261126510000_keep_best_hours.ts';
import * as keepALibraryOfMedia from './20261126600000_keep_a_library_of_media.ts';
import * as countPeopleOfShares from './20261126700000_count_people_of_shares.ts';
import * as noteAiLabels from './20261126710000_note_ai_labels.ts';
import * as publishStories from './20261126720000_publish_stories.ts';
import * as tellFilesOfCompositions from './20261126740000_tell_files_of_compositions.ts';
import * as keepFramesOfVideos from './20261126740100_keep_frames_of_videos.ts';
import * as limitLinksOfPages from './20261126750000_limit_links_of_pages.ts';
import * as tellOfFacts from './20261126760000_tell_of_facts.ts';
import * as sendMails from './20261126760100_send_mails.ts';
import * as sendWebhooks from './20261126770000_send_webhooks.ts';
import * as letProgramsCall from './20261126780000_let_programs_call.ts';
import * as letAppsConnect from './20261126790000_let_apps_connect.ts';
import * as proposePosts from './20261126800000_propose_posts.ts';
import * as sharePages from './20261126820000_share_pages.ts';
import * as endSharingWithPage from './20261126820100_end_sharing_with_page.ts';
import * as indexPlannedPosts from './20261126830000_index_planned_posts_for_search.ts';
import * as keepCopiesOfStories from './20261126830100_keep_copies_of_stories.ts';
import * as bringWordsInSooner from './20261126830200_bring_words_of_plans_in_sooner.ts';
import * as rememberWhatWentOut from './20261126840000_remember_what_went_out.ts';
import * as sketchTexts from './20261126840100_sketch_texts.ts';
import * as countLinksWhenTheyGoOut from './20261126860000_count_links_when_they_go_out.ts';
import * as keepForPages from './20261126870000_keep_for_pages.ts';
import * as tellOfEndedTokens from './20261126870100_tell_of_ended_tokens.ts';
import * as tellOfPeopleOnce from './20261126880000_tell_of_people_once.ts';
import * as keepMediaAsObjects from './20261126890000_keep_media_as_objects.ts';
import * as forgetBeginningsOfProposals from './20261126910000_forget_beginnings_of_proposals.ts';
import * as knowTheFolderOfFiles from './20261126940000_know_the_folder_of_files.ts';
import * as knowTheHistory from './20261126945000_know_the_history_of_the_database.ts';
import * as noteBounces from './20261126949000_note_bounces.ts';
import * as keepBackupsWhole from './20261126950000_keep_backups_whole.ts';
import * as keepDataKeys from './20261126951000_keep_data_keys.ts';
import * as tellOfLostWork from './20261126952000_tell_of_lost_work.ts';
import * as knowTheTraceOfAPost from './20261126960000_know_the_trace_of_a_post.ts';
import * as holdUnsourcedClaims from './20261127010000_hold_unsourced_claims.ts';
import * as exportData from './20261127100000_export_data.ts';
import * as sealAuditLog from './20261127200000_seal_the_audit_log.ts';
import * as keepVoicesOfPages from './20261127230000_keep_voices_of_pages.ts';
import * as namePromptsOfCalls from './20261127235000_name_prompts_of_calls.ts';
import * as chooseModelAndPrompts from './20261127235200_choose_model_and_prompts.ts';
import * as sitExams from './20261127235400_sit_exams.ts';
import * as tellOfPostsThatWait from './20261127235801_tell_of_posts_that_wait.ts';
import * as tellOfLossesInEachAccount from './20261127235802_tell_of_losses_in_each_account.ts';
import * as sayWhyPostsAreRejected from './20261128100000_say_why_posts_are_rejected.ts';
import * as sayWhoStandsForPosts from './20261128100100_say_who_stands_for_posts.ts';
import * as keepAnswersOfTheAi from './20261128110000_keep_answers_of_the_ai.ts';
import * as readSources from './20261128120000_read_sources.ts';
import * as followFeeds from './20261128120100_follow_feeds.ts';
import * as knowADatabaseFromItsCopy from './20261128130000_know_a_database_from_its_copy.ts';
import * as tellOfChangedSchedules from './20261128160000_tell_of_changed_schedules.ts';
import * as tellOfUnreadableFeeds from './20261128165000_tell_of_unreadable_feeds.ts';
import * as tellOfPassedProposals from './20261128190000_tell_of_passed_proposals.ts';
import * as noteNewPostsTogether from './20261128200000_note_new_posts_together.ts';
import * as forgetOffsetsAsZones from './20261129100000_forget_offsets_as_zones.ts';
import * as rememberDeletedPosts from './20261130100000_remember_deleted_posts.ts';
import * as sweepDeletedPostsDaily from './20261130200000_sweep_deleted_posts_daily.ts';

import { withKinds, type Migration } from '../migration-kinds.ts';

const earlier = withKinds({
  '20261121080000_create_accounts': accounts,
  '20261121081000_create_facebook_pages': facebookPages,
  '20261121082000_create_remote_releases': remoteReleases,
  '20261121090000_create_posts': posts,
  '20261121091000_create_publishing': publishing,
  '20261121092000_create_post_summaries': summaries,
  '20261121100000_extend_publishing': extendedPublishing,
  '20261121101000_create_media_files': mediaFiles,
  '20261121102000_create_notifications': notifications,
  '20261121103000_create_change_notices': changeNotices,
  '20261121104000_create_idempotency_keys': idempotencyKeys,
  '20261121110000_share_post_summaries': sharedSummaries,
  '20261121111000_hold_posts_of_broken_pages': heldPosts,
  '20261121120000_create_audit_log': auditLog,
  '20261121121000_create_configuration': configuration,
  '20261121122000_extend_sessions': extendedSessions,
  '20261121123000_create_deletion_receipts': deletionReceipts,
  '20261121130000_create_ai_calls': aiCalls,
  '20261121131000_create_drafts': drafts,
  '20261121132000_index_waiting_posts': waitingPosts,
  '20261121133000_create_post_events': postEvents,
  '20261121133100_index_published_posts_for_search': publishedSearch,
  '20261121133200_gather_words_of_published_posts': gatheredWords,
  '20261121133300_tell_looks_from_numbers': seenNumbers,
  '20261121134000_remember_first_steps': firstSteps,
  '20261121135000_keep_browser_zone_apart': browserZone,
  '20261121140000_create_automation': automation,
  '20261121141000_tie_posts_to_automation': automaticPosts,
  '20261121142000_keep_what_the_ai_wrote': writtenByAi,
  '20261121143000_miss_edited_posts_of_automation': missedEdits,
  '20261121150000_create_media_uploads': mediaUploads,
  '20261121151000_create_uploads_ahead': uploadsAhead,
  '20261121160000_point_to_releases': releasePointers,
  '20261121170000_note_writers_of_uploads': writersOfUploads,
  '20261121171000_tell_uploads_ahead': toldUploadsAhead,
  '20261121171100_remember_uploads_left_behind': uploadsLeftBehind,
  '20261121174000_tell_administrators': toldAdministrators,
  '20261121175000_find_attempts_by_video': attemptsByVideo,
  '20261122100100_resolve_doubts': resolvedDoubts,
  '20261122100200_look_from_the_first_send': firstSends,
  '20261122100300_keep_removing_orphans': keptRemoving,
  '20261122110100_count_deaths_at_a_post': deathsAtPosts,
  '20261122120100_know_the_secret_key': secretKey,
  '20261122120200_count_crashes_of_attempts': countedCrashes,
  '20261122130000_tell_of_a_lost_login_once': lostLoginsToldOnce,
  '20261122130100_let_the_ai_rest': aiRests,
  '20261122150000_reserve_ai_budget': reservedBudget,
  '20261122150100_share_rate_limits': sharedRateLimits,
  '20261122150200_compare_codes_without_case': codesWithoutCase,
  '20261122150300_forget_people_in_audit_log': forgottenPeople,
  '20261122160000_know_things_by_their_owner': thingsByOwner,
  '20261122160100_tie_things_to_their_owner': tiesToOwner,
  '20261122170000_tell_of_posts_in_doubt': postsInDoubt,
  '20261122200100_use_the_words_of_the_field': wordsOfTheField,
  '20261122210000_keep_no_null_in_json': noNullInJson,
  '20261122210100_keep_codes_in_place_of_sentences': codes,
  '20261122220100_refuse_impossible_posts': impossiblePosts,
  '20261122230000_take_any_network': anyNetwork,
  '20261123000100_publish_in_a_moment': momentToUndo,
  '20261123010000_review_new_pages_of_automation': reviewedNewPages,
  '20261123020000_note_when_the_tech_sites_key_changes': techSiteKey,
  '20261123020100_find_lines_of_the_audit_log': auditLines,
  '20261123030000_create_release_tokens': releaseTokens,
});

/** Every migration in order. A merged one is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  ...earlier,
  '20261123040000_tell_kinds_of_migrations': kindsOfMigrations,
  '20261123060000_ask_about_pages_that_never_ran': askAboutPagesThatNeverRan,
  '20261124000000_watch_areas': watchAreas,
  '20261125000000_share_releases': shareReleases,
  '20261125100000_judge_shares': judgeShares,
  '20261125200000_try_versions_with_robots': tryVersionsWithRobots,
  '20261125300000_keep_what_versions_use': keepWhatVersionsUse,
  '20261125500000_compose_for_several_pages': composeForSeveralPages,
  '20261125600000_share_files_of_releases': shareFilesOfReleases,
  '20261126100000_plan_weeks_of_pages': planWeeksOfPages,
  '20261126200000_repeat_posts': repeatPosts,
  '20261126300000_import_sheets': importSheets,
  '20261126400000_change_many_posts': changeManyPosts,
  '20261126500000_rank_posts_by_engagement': rankPostsByEngagement,
  '20261126510000_keep_best_hours': keepBestHours,
  '20261126600000_keep_a_library_of_media': keepALibraryOfMedia,
  '20261126700000_count_people_of_shares': countPeopleOfShares,
  '20261126710000_note_ai_labels': noteAiLabels,
  '20261126720000_publish_stories': publishStories,
  '20261126740000_tell_files_of_compositions': tellFilesOfCompositions,
  '20261126740100_keep_frames_of_videos': keepFramesOfVideos,
  '20261126750000_limit_links_of_pages': limitLinksOfPages,
  '20261126760000_tell_of_facts': tellOfFacts,
  '20261126760100_send_mails': sendMails,
  '20261126770000_send_webhooks': sendWebhooks,
  '20261126780000_let_programs_call': letProgramsCall,
  '20261126790000_let_apps_connect': letAppsConnect,
  '20261126800000_propose_posts': proposePosts,
  '20261126820000_share_pages': sharePages,
  '20261126820100_end_sharing_with_page': endSharingWithPage,
  '20261126830000_index_planned_posts_for_search': indexPlannedPosts,
  '20261126830100_keep_copies_of_stories': keepCopiesOfStories,
  '20261126830200_bring_words_of_plans_in_sooner': bringWordsInSooner,
  '20261126840000_remember_what_went_out': rememberWhatWentOut,
  '20261126840100_sketch_texts': sketchTexts,
  '20261126860000_count_links_when_they_go_out': countLinksWhenTheyGoOut,
  '20261126870000_keep_for_pages': keepForPages,
  '20261126870100_tell_of_ended_tokens': tellOfEndedTokens,
  '20261126880000_tell_of_people_once': tellOfPeopleOnce,
  '20261126890000_keep_media_as_objects': keepMediaAsObjects,
  '20261126910000_forget_beginnings_of_proposals': forgetBeginningsOfProposals,
  '20261126940000_know_the_folder_of_files': knowTheFolderOfFiles,
  '20261126945000_know_the_history_of_the_database': knowTheHistory,
  '20261126949000_note_bounces': noteBounces,
  '20261126950000_keep_backups_whole': keepBackupsWhole,
  '20261126951000_keep_data_keys': keepDataKeys,
  '20261126952000_tell_of_lost_work': tellOfLostWork,
  '20261126960000_know_the_trace_of_a_post': knowTheTraceOfAPost,
  '20261127010000_hold_unsourced_claims': holdUnsourcedClaims,
  '20261127100000_export_data': exportData,
  '20261127200000_seal_the_audit_log': sealAuditLog,
  '20261127230000_keep_voices_of_pages': keepVoicesOfPages,
  '20261127235000_name_prompts_of_calls': namePromptsOfCalls,
  '20261127235200_choose_model_and_prompts': chooseModelAndPrompts,
  '20261127235400_sit_exams': sitExams,
  '20261127235801_tell_of_posts_that_wait': tellOfPostsThatWait,
  '20261127235802_tell_of_losses_in_each_account': tellOfLossesInEachAccount,
  '20261128100000_say_why_posts_are_rejected': sayWhyPostsAreRejected,
  '20261128100100_say_who_stands_for_posts': sayWhoStandsForPosts,
  '20261128110000_keep_answers_of_the_ai': keepAnswersOfTheAi,
  '20261128120000_read_sources': readSources,
  '20261128120100_follow_feeds': followFeeds,
  '20261128130000_know_a_database_from_its_copy': knowADatabaseFromItsCopy,
  '20261128160000_tell_of_changed_schedules': tellOfChangedSchedules,
  '20261128165000_tell_of_unreadable_feeds': tellOfUnreadableFeeds,
  '20261128190000_tell_of_passed_proposals': tellOfPassedProposals,
  '20261128200000_note_new_posts_together': noteNewPostsTogether,
  '20261129100000_forget_offsets_as_zones': forgetOffsetsAsZones,
  '20261130100000_remember_deleted_posts': rememberDeletedPosts,
  '20261130200000_sweep_deleted_posts_daily': sweepDeletedPostsDaily,
};
