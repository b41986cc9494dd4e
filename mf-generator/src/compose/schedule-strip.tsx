import { Button, Card, ScheduleFields, type ScheduleValue } from '@pagecast/shell/kit';

/** When to publish: both fields empty means now. */
export function ScheduleStrip({
  value,
  onValueChange,
  pageId = '',
  isProposed = false,
}: {
  value: ScheduleValue;
  onValueChange: (value: ScheduleValue) => void;
  /** '' while none is chosen; left out where there are several. */
  pageId?: string;
  /** Somebody decides about it first, and sees the free slots of their page. */
  isProposed?: boolean;
}) {
  const isEmpty = value.date === '' && value.time === '';
  return (
    <Card title="Schedule" description={`Leave both empty to publish ${isProposed ? "once it's approved" : 'now'}.`}>
      <ScheduleFields
        value={value}
        onValueChange={onValueChange}
        pageId={pageId === '' || isProposed ? null : Number(pageId)}
      />
      {!isEmpty && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2 -ml-2.5"
          onClick={() => onValueChange({ date: '', time: '' })}
        >
          Clear date and time
        </Button>
      )}
    </Card>
  );
}
