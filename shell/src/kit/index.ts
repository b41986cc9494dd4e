export { AlertDialog, ConfirmDialog } from './alert-dialog.tsx';
export { addressOf, callApi, type CallInput, type CallOutput } from './api-client.ts';
export { ApiError, reasonOf, statusOf } from './api-error.ts';
export { apiQuery, refresh, useApiMutation } from './api-query.ts';
export { Avatar } from './avatar.tsx';
export { Badge, StatusBadge, type Tone } from './badge.tsx';
export { Button, ButtonLink, type ButtonProps } from './button.tsx';
export { Card, StatCard } from './card.tsx';
export { cn } from './cn.ts';
export { contentTypeLabel } from './content-type-label.ts';
export { countGraphemes } from './count-graphemes.ts';
export { Dialog } from './dialog.tsx';
export { Field } from './field.tsx';
export { formatDateTime, formatHistoryDate, formatRelative } from './format-time.ts';
export {
  defineRemote, HostProvider, Link, useHost, useLocation, useNavigate, useNotify, useSearch, useUser,
  type HostApi, type LinkProps, type Remote, type RouterSeam, type Search, type SetSearch, type Toast,
} from './host.tsx';
export { IconButton, type IconButtonProps } from './icon-button.tsx';
export { Checkbox, NativeSelect, Switch, TextArea, TextInput } from './inputs.tsx';
export { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from './menu.tsx';
export { pageWindow } from './page-window.ts';
export { Pager } from './pager.tsx';
export { PortalRoot, usePortalContainer } from './portal.tsx';
export { readSchedule, todayIso, type ScheduleProblem, type ScheduleReading } from './read-schedule.ts';
export { EmptyState, Problem, ScreenHeading, Skeleton } from './screen-parts.tsx';
export { SegmentedControl, type Segment } from './segmented-control.tsx';
export { Select, type Option } from './select.tsx';
export { Tab, TabList, TabPanel, Tabs } from './tabs.tsx';
export { Time } from './time.tsx';
export { Tooltip } from './tooltip.tsx';
