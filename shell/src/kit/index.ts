export { ActionBar } from './action-bar.tsx';
export { AlertDialog, ConfirmDialog } from './alert-dialog.tsx';
export { addressOf, callApi, type CallInput, type CallOutput } from './api-client.ts';
export { ApiError, reasonOf, statusOf } from './api-error.ts';
export { apiQuery, refresh, useApiMutation } from './api-query.ts';
export { Avatar } from './avatar.tsx';
export { Badge, StatusBadge, type Tone } from './badge.tsx';
export { Button, ButtonLink, type ButtonProps } from './button.tsx';
export { callInPieces } from './call-in-pieces.ts';
export { Card, StatCard } from './card.tsx';
export { cn } from './cn.ts';
export { Combobox, type FoundOption } from './combobox.tsx';
export { contentTypeLabel } from './content-type-label.ts';
export { countGraphemes } from './count-graphemes.ts';
export { Dialog } from './dialog.tsx';
export { Field } from './field.tsx';
export { formatClock, formatDateTime, formatHistoryDate, formatRelative, formatZone } from './format-time.ts';
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
  type LinkProps,
  type Remote,
  type RouterSeam,
  type Search,
  type SetSearch,
  type Toast,
} from './host.tsx';
export { lazyPart } from './lazy-part.tsx';
export { IconButton, type IconButtonProps } from './icon-button.tsx';
export { Checkbox, NativeSelect, Switch, TextArea, TextInput } from './inputs.tsx';
export { AnchoredMenu, Menu, MenuChoice, MenuGroup, MenuItem, MenuLink, MenuSeparator } from './menu.tsx';
export { instantOf, localOf, todayIso, type LocalInstant } from './local-time.ts';
export { PageField } from './page-field.tsx';
export { PageSelect } from './page-select.tsx';
export { forgetLocalCopies, LOCAL_COPIES } from './local-copies.ts';
export { pageWindow } from './page-window.ts';
export { Pager } from './pager.tsx';
export { Picture } from './picture.tsx';
export { PortalRoot, usePortalContainer } from './portal.tsx';
export { ProgressBar } from './progress-bar.tsx';
export { readSchedule, type ScheduleProblem, type ScheduleReading } from './read-schedule.ts';
export { EmptyState, Problem, ScreenHeading, Skeleton } from './screen-parts.tsx';
export { SearchField } from './search-field.tsx';
export { SegmentedControl, type Segment } from './segmented-control.tsx';
export { Select, type Option } from './select.tsx';
export { Tab, TabList, TabPanel, Tabs } from './tabs.tsx';
export { Time } from './time.tsx';
export { browserTimeZone, isTimeZone } from './time-zone.ts';
export { Tooltip } from './tooltip.tsx';
export { byTime } from './by-time.ts';
export { ChoiceField } from './choice-field.tsx';
export type { DeletionWords } from './delete-post-dialog.tsx';
export { describeWarning } from './describe-warning.ts';
export { DevelopmentBadge, DevelopmentNote } from './development-mode.tsx';
export { FacebookDetails, type ShownFault } from './facebook-details.tsx';
export { focusHeading } from './focus-heading.ts';
export { GeneratingNote } from './generating-note.tsx';
export { Fold } from './fold.tsx';
export { FacebookPreview, type PreviewedPage, type PreviewedPost } from './facebook-preview.tsx';
export { previewOf } from './preview-of.ts';
export { linksIn } from './split-post-text.ts';
export type { PreviewedMedia } from './preview-media.tsx';
export { ReconnectButton } from './reconnect-button.tsx';
export { DeletePostDialog, EditPostDialog, ReviewPostDialog } from './post-dialogs.tsx';
export { ScheduleFields } from './schedule-fields.tsx';
export { scheduleValueOf, type ScheduleValue } from './schedule-value.ts';
export { startAfresh } from './start-afresh.ts';
export { UploadNote } from './upload-note.tsx';
export { useCopy } from './use-copy.ts';
export { useGeneration } from './use-generation.ts';
export { useMediaQuery } from './use-media-query.ts';
export { useNow } from './use-now.ts';
