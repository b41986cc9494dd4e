/** What a remote may import: the seam to its host, parts of screens, posts as people see them, and times. */
export { callApi, type CallInput, type CallOutput } from './runtime/api-client.ts';
export { ApiError, reasonOf, statusOf } from './runtime/api-error.ts';
export { callWithLater } from './runtime/earlier-api.ts';
export { apiQuery, refresh, useApiMutation } from './runtime/api-query.ts';
export { callInChunks } from './runtime/call-in-chunks.ts';
export {
  defineRemote,
  HostProvider,
  Link,
  useHost,
  useLocation,
  useNavigate,
  useNotify,
  useSearch,
  useTimeZone,
  useUser,
  type HostApi,
  type Remote,
  type RouterSeam,
  type Search,
  type SetSearch,
  type Toast,
} from './runtime/host.tsx';
export { LateWindow } from './runtime/late-window.tsx';
export { Late } from './runtime/late.tsx';
export { FIELDS, letterShortcuts, NEXT_KEY_MS, useLetterKeys, WINDOWS } from './runtime/letter-keys.ts';
export { lazyPart } from './runtime/lazy-part.tsx';
export { forgetLocalCopies, LOCAL_COPIES } from './runtime/local-copies.ts';
export { announce, hear } from './runtime/session-signals.ts';
export { resetClient } from './runtime/reset-client.ts';
export { browserTimeZone } from './runtime/time-zone.ts';
export { useEver } from './runtime/use-ever.ts';
export { staysHere, useLeaveGuard, type Leaving } from './runtime/use-leave-guard.ts';

export { ActionBar } from './ui/action-bar.tsx';
export { AlertDialog, ConfirmDialog } from './ui/alert-dialog.tsx';
export { Avatar } from './ui/avatar.tsx';
export { Badge, StatusBadge, type Tone } from './ui/badge.tsx';
export { Button, ButtonLink } from './ui/button.tsx';
export { CancelButton } from './ui/cancel-button.tsx';
export { Card } from './ui/card.tsx';
export { ChoiceField } from './ui/choice-field.tsx';
export { cn } from './ui/cn.ts';
export { Combobox, type FoundOption } from './ui/combobox.tsx';
export { Dialog } from './ui/dialog.tsx';
export { Field } from './ui/field.tsx';
export { FormDialog } from './ui/form-dialog.tsx';
export { focusHeading } from './ui/focus-heading.ts';
export { Disclosure } from './ui/disclosure.tsx';
export { LatePart } from './ui/late-part.tsx';
export { IconButton } from './ui/icon-button.tsx';
export { Checkbox, NativeSelect, Switch, TextArea, TextInput } from './ui/inputs.tsx';
export { AnchoredMenu, Menu, MenuChoice, MenuGroup, MenuItem, MenuLink, MenuSeparator } from './ui/menu.tsx';
export { Loaded } from './ui/loaded.tsx';
export { Pager } from './ui/pager.tsx';
export { Picture } from './ui/picture.tsx';
export { ProgressBar } from './ui/progress-bar.tsx';
export { EmptyState, Problem, ScreenHeading, Skeleton } from './ui/screen-parts.tsx';
export { formatBytes } from './ui/format-bytes.ts';
export { SearchField } from './ui/search-field.tsx';
export { SegmentedControl, type Segment } from './ui/segmented-control.tsx';
export { Tab, TabList, TabPanel, Tabs } from './ui/tabs.tsx';
export { ThumbAction } from './ui/thumb-action.tsx';
export { Tooltip } from './ui/tooltip.tsx';
export { WaitsForConnection } from './ui/waits-for-connection.tsx';
export { useCopy } from './ui/use-copy.ts';
export { useFileDragging, type Edge } from './ui/use-file-dragging.ts';
export { useMediaQuery } from './ui/use-media-query.ts';
export { useStickyBar } from './ui/use-sticky-bar.ts';

export { formatClock, formatDateTime, formatHistoryDate, formatRelative, formatZone } from './time/format-time.ts';
export { instantOf, localOf, todayIso } from './time/local-time.ts';
export { monthName } from './time/month-name.ts';
export { readSchedule } from './time/read-schedule.ts';
export { ScheduleFields } from './time/schedule-fields.tsx';
export { zoneName } from './time/zone-name.ts';
export { allZones, zoneOption } from './time/zone-options.ts';
export { scheduleValueOf, whenOf, type ScheduleValue } from './time/schedule-value.ts';
export { Time } from './time/time.tsx';
export { useNow } from './time/use-now.ts';

export { keepFrame } from './library/keep-frame.ts';
export { LibraryEmpty } from './library/library-empty.tsx';
export { LibraryGridSkeleton } from './library/library-grid-skeleton.tsx';
export { LibraryPicker } from './library/library-picker.tsx';
export { LIBRARY_GRID, LibraryTile, libraryFileName } from './library/library-tile.tsx';
export { uploadFile, type RunningUpload, type UploadProgress } from './library/upload-file.ts';

export { AiLabelNote } from './posts/ai-label-note.tsx';
export { chosenPageId } from './posts/chosen-page.ts';
export { contentTypeLabel } from './posts/content-type-label.ts';
export { countGraphemes } from './posts/count-graphemes.ts';
export { EditDialog } from './posts/edit-dialog.tsx';
export { EngagementTable } from './posts/engagement-table.tsx';
export type { DeletionWords } from './posts/delete-post-dialog.tsx';
export { describeWarning } from './posts/describe-warning.ts';
export { DevelopmentBadge, DevelopmentNote, useIsModeKnown } from './posts/development-mode.tsx';
export { describeFailedSending, describeOffline, keptPostId } from './posts/failed-sending.ts';
export { FacebookDetails } from './posts/facebook-details.tsx';
export { FacebookPreview, type PreviewedPost } from './posts/facebook-preview.tsx';
export { formatCost } from './posts/format-cost.ts';
export { GenerationFields, type GenerationDraft } from './posts/generation-fields.tsx';
export { GeneratingNote } from './posts/generating-note.tsx';
export { MediaField, type ImagesChange } from './posts/media-field.tsx';
export { areSameImages, imagesOfPost, mediaOfImages, type PostImage } from './posts/post-image.ts';
export { lettersOf, pageMarks, PLAIN_MARK, type PageMark } from './posts/page-marks.ts';
export { PageField } from './posts/page-field.tsx';
export { PageFilter, PageSelect } from './posts/page-select.tsx';
export { DeletePostDialog, EditPostDialog, ReviewPostDialog } from './posts/post-dialogs.tsx';
export { postsWithLinks } from './posts/posts-with-links.ts';
export { previewOf } from './posts/preview-of.ts';
export { outcomeOf } from './posts/describe-publishing.ts';
export { PublishNowButton } from './posts/publish-now-button.tsx';
export { useSpacingMinutes } from './posts/use-spacing-minutes.ts';
export { usePublishNow } from './posts/use-publish-now.ts';
export { useUndoSeconds } from './posts/use-undo-seconds.ts';
export { ReconnectButton } from './posts/reconnect-button.tsx';
export { linksIn } from './posts/split-post-text.ts';
export { TextChanges } from './posts/text-changes.tsx';
export { UploadNote } from './posts/upload-note.tsx';
export { useGeneration } from './posts/use-generation.ts';
