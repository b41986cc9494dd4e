import type { PageConfiguration } from '@pagecast/api/contract';
import { Badge, Button, cn, Switch, useSpacingMinutes } from '@pagecast/shell/kit';
import { ChevronDown, CirclePause, PenLine, Plug, Unplug } from 'lucide-react';
import { memo, useId } from 'react';
import { planCycle, type CyclePlan } from '../cycle/cycle-plan.ts';
import { CycleTimeline } from '../cycle/cycle-timeline.tsx';
import { ComplianceBadge, IntervalWarning } from '../cycle/interval-note.tsx';
import type { PageChoices } from './page-edits.ts';
import { PageFields } from './page-fields.tsx';
import { PageNotes } from './page-notes.tsx';
import { MODE_LABELS } from './page-words.ts';

interface PageCardProps {
  page: PageConfiguration;
  frequencyHours: number;
  isOpen: boolean;
  /** One of many: closed, it takes as little room as it can. */
  isOneOfMany: boolean;
  isChanged: boolean;
  /** What somebody else saved as its content scope, which is being changed here. */
  othersScope: string | undefined;
  onToggle: (pageId: number) => void;
  onEdit: (pageId: number, change: Partial<PageChoices>) => void;
}

/** One page's part in the cycle. Memoised: with sixty of them, typing in one must not draw the others. */
export const PageCard = memo(function PageCard({
  page,
  frequencyHours,
  isOpen,
  isOneOfMany,
  isChanged,
  othersScope,
  onToggle,
  onEdit,
}: PageCardProps) {
  const id = useId();
  const plan = planCycle(frequencyHours, page.contentCount, useSpacingMinutes());
  const isCompact = isOneOfMany && !isOpen;
  const edit = (change: Partial<PageChoices>) => onEdit(page.pageId, change);
  return (
    <li
      className={cn(
        'flex flex-col rounded-card border border-line bg-surface',
        isCompact ? 'gap-1.5 px-4 py-3 sm:px-5' : 'gap-3 p-4 sm:p-5',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Switch
          label={`Automate ${page.pageName}`}
          hideLabel
          checked={page.isEnabled}
          onCheckedChange={(isEnabled) => edit({ isEnabled })}
        />
        <h3 className="min-w-0 grow basis-32 truncate font-semibold" title={page.pageName}>
          {page.pageName}
        </h3>
        <StateBadges page={page} plan={plan} isChanged={isChanged} />
      </div>
      <PageNotes page={page} />
      <CycleTimeline
        plan={plan}
        frequencyHours={frequencyHours}
        isMuted={!page.isEnabled || !page.isAvailable || page.pause !== null}
        isBare={isCompact}
      />
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm text-ink-soft">
          Computed interval: <strong className="font-semibold text-ink">{plan.intervalMinutes} minutes</strong>
          {!isOpen && <span className="sm:before:content-['_·_'] max-sm:block">{summaryOf(page)}</span>}
        </p>
        <FieldsToggle page={page} fieldsId={`${id}fields`} isOpen={isOpen} onToggle={onToggle} />
      </div>
      <IntervalWarning plan={plan} frequencyHours={frequencyHours} />
      <div id={`${id}fields`} hidden={!isOpen} className="border-t border-line pt-4">
        {isOpen && <PageFields page={page} othersScope={othersScope} onEdit={edit} />}
      </div>
    </li>
  );
});

function StateBadges({ page, plan, isChanged }: { page: PageConfiguration; plan: CyclePlan; isChanged: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {isChanged && (
        <Badge tone="accent" icon={<PenLine aria-hidden />}>
          Not saved
        </Badge>
      )}
      {page.pause !== null && (
        <Badge tone="bad" icon={<CirclePause aria-hidden />}>
          Paused
        </Badge>
      )}
      {page.isAvailable ? (
        <Badge icon={<Plug aria-hidden />}>Connected</Badge>
      ) : (
        <Badge tone="bad" icon={<Unplug aria-hidden />}>
          Disconnected
        </Badge>
      )}
      <ComplianceBadge plan={plan} />
    </div>
  );
}

/** '2 posts per cycle · English · Ask me first' */
function summaryOf({ contentCount, language, mode }: PageConfiguration): string {
  const posts = `${contentCount} ${contentCount === 1 ? 'post' : 'posts'} per cycle`;
  return [posts, language, MODE_LABELS[mode]].join(' · ');
}

function FieldsToggle({
  page,
  fieldsId,
  isOpen,
  onToggle,
}: Pick<PageCardProps, 'page' | 'isOpen' | 'onToggle'> & { fieldsId: string }) {
  const verb = isOpen ? 'Close' : 'Set up';
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-expanded={isOpen}
      aria-controls={fieldsId}
      aria-label={`${verb} ${page.pageName}`}
      onClick={() => onToggle(page.pageId)}
      icon={<ChevronDown aria-hidden className={cn('transition-transform duration-150', isOpen && 'rotate-180')} />}
    >
      {verb}
    </Button>
  );
}
