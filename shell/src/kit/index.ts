export { ActionBar } from './ui/action-bar.tsx';
export { AlertDialog, ConfirmDialog } from './ui/alert-dialog.tsx';
export { addressOf, callApi, type CallInput, type CallOutput } from './runtime/api-client.ts';
export { ApiError, reasonOf, statusOf } from './runtime/api-error.ts';
export { apiQuery, refresh, useApiMutation } from './runtime/api-query.ts';
export { Avatar } from './ui/avatar.tsx';
export { Badge, StatusBadge, type Tone } from './ui/badge.tsx';
export { Button, ButtonLink, type ButtonProps } from './ui/button.tsx';
export { callInChunks } from './runtime/call-in-chunks.ts';
export { Card, StatCard } from './ui/card.tsx';
export { cn } from './ui/cn.ts';
export { Combobox, type FoundOption } from './ui/combobox.tsx';
export { contentTypeLabel } from './posts/content-type-label.ts';
export { countGraphemes } from './posts/count-graphemes.ts';
export { Dialog } from './ui/dialog.tsx';
export { Field } from './ui/field.tsx';
export { formatClock, formatDateTime, formatHistoryDate, formatRelative, formatZone } from './time/format-time.ts';
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
} from './runtime/host.tsx';
export { lazyPart } from './runtime/lazy-part.tsx';
export { IconButton, type IconButtonProps } from './ui/icon-button.tsx';
export { Checkbox, NativeSelect, Switch, TextArea, TextInput } from './ui/inputs.tsx';
export { AnchoredMenu, Menu, MenuChoice, MenuGroup, MenuItem, MenuLink, MenuSeparator } from './ui/menu.tsx';
export { instantOf, localOf, todayIso, type LocalInstant } from './time/local-time.ts';
export { PageField } from './posts/page-field.tsx';
export { PageSelect } from './posts/page-select.tsx';
export { forgetLocalCopies, LOCAL_COPIES } from './runtime/local-copies.ts';
export { pageWindow } from './ui/page-window.ts';
export { Pager } from './ui/pager.tsx';
export { Picture } from './ui/picture.tsx';
export { PortalRoot, usePortalContainer } from './runtime/portal.tsx';
export { ProgressBar } from './ui/progress-bar.tsx';
export { readSchedule, type ScheduleProblem, type ScheduleReading } from './time/read-schedule.ts';
export { EmptyState, Problem, ScreenHeading, Skeleton } from './ui/screen-parts.tsx';
export { SearchField } from './ui/search-field.tsx';
export { SegmentedControl, type Segment } from './ui/segmented-control.tsx';
export { Select, type Option } from './ui/select.tsx';
export { Tab, TabList, TabPanel, Tabs } from './ui/tabs.tsx';
export { Time } from './time/time.tsx';
export { browserTimeZone, isTimeZone } from './runtime/time-zone.ts';
export { Tooltip } from './ui/tooltip.tsx';
export { byTime } from './time/by-time.ts';
export { ChoiceField } from './ui/choice-field.tsx';
export type { DeletionWords } from './posts/delete-post-dialog.tsx';
export { describeWarning } from './posts/describe-warning.ts';
export { DevelopmentBadge, DevelopmentNote } from './posts/development-mode.tsx';
export { FacebookDetails, type ShownFault } from './posts/facebook-details.tsx';
export { focusHeading } from './ui/focus-heading.ts';
export { GeneratingNote } from './posts/generating-note.tsx';
export { Fold } from './ui/fold.tsx';
export { FacebookPreview, type PreviewedPage, type PreviewedPost } from './posts/facebook-preview.tsx';
export { previewOf } from './posts/preview-of.ts';
export { linksIn } from './posts/split-post-text.ts';
export type { PreviewedMedia } from './posts/preview-media.tsx';
export { ReconnectButton } from './posts/reconnect-button.tsx';
export { DeletePostDialog, EditPostDialog, ReviewPostDialog } from './posts/post-dialogs.tsx';
export { ScheduleFields } from './time/schedule-fields.tsx';
export { scheduleValueOf, type ScheduleValue } from './time/schedule-value.ts';
export { startAfresh } from './runtime/start-afresh.ts';
export { UploadNote } from './posts/upload-note.tsx';
export { useCopy } from './ui/use-copy.ts';
export { useGeneration } from './posts/use-generation.ts';
export { useMediaQuery } from './ui/use-media-query.ts';
export { useNow } from './time/use-now.ts';
