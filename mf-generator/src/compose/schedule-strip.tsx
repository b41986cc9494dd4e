import { Button, Card, ScheduleFields, type ScheduleValue } from '@pagecast/shell/kit';

/** When to publish: both fields empty means now. */
export function ScheduleStrip({ value, onValueChange }: { value: ScheduleValue; onValueChange: (value: ScheduleValue) => void }) {
  const isEmpty = value.date === '' && value.time === '';
  return (
    <Card
      title="Schedule" description={`Leave both empty to publish now. Times are in ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
      actions={isEmpty ? undefined : <Button size="sm" variant="ghost" onClick={() => onValueChange({ date: '', time: '' })}>Clear</Button>}
    >
      <ScheduleFields value={value} onValueChange={onValueChange} />
    </Card>
  );
}
