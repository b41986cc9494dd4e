import {
  GENERATOR_CONTENT_TYPES,
  MAX_POSTS_BY_RULE,
  writeApprovalRule,
  type ApprovalRule,
} from '@pagecast/api/contract';
import {
  Checkbox,
  ChoiceField,
  contentTypeLabel,
  FormDialog,
  reasonOf,
  useApiMutation,
  useNotify,
} from '@pagecast/shell/kit';
import { useState } from 'react';

const COUNTS = Array.from({ length: MAX_POSTS_BY_RULE }, (_, index) => `${index + 1}`);
const FIRST_COUNT = 2;

/** Says which posts are approved without being read. It counts as soon as it is saved. */
export function RuleDialog({
  pageId,
  pageName,
  rule,
  onClose,
}: {
  pageId: number;
  pageName: string;
  rule: ApprovalRule | null;
  onClose: () => void;
}) {
  const notify = useNotify();
  const [kinds, setKinds] = useState<ApprovalRule['kinds']>(rule?.kinds ?? []);
  const [perDay, setPerDay] = useState(String(rule?.postsPerDay ?? FIRST_COUNT));
  const write = useApiMutation(writeApprovalRule, {
    onSuccess: () => {
      notify({
        tone: 'default',
        title: 'Rule saved',
        description: 'It applies to posts written from now on.',
      });
      onClose();
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Rule not saved', description: reasonOf(error, 'Unknown error') }),
  });
  return (
    <FormDialog
      title="Approval Rule"
      description={
        `Posts for ${pageName} that fit this rule are published without you reading them. ` +
        'A post with an unsourced claim, or that a check objects to, still waits for you.'
      }
      onClose={onClose}
      onSubmit={() => write.mutate({ params: { id: pageId }, body: { kinds, postsPerDay: Number(perDay) } })}
      submitLabel="Save rule"
      busy={write.isPending}
      missing={kinds.length === 0 ? 'Choose at least one kind.' : null}
    >
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Kinds of posts</legend>
        <div className="grid grid-cols-1 gap-x-4 min-[360px]:grid-cols-2">
          {GENERATOR_CONTENT_TYPES.map((kind) => (
            <Checkbox
              key={kind}
              label={contentTypeLabel(kind)}
              checked={kinds.includes(kind)}
              onCheckedChange={(isOn) =>
                setKinds(GENERATOR_CONTENT_TYPES.filter((one) => (one === kind ? isOn : kinds.includes(one))))
              }
            />
          ))}
        </div>
      </fieldset>
      <ChoiceField label="Posts a day, at most" value={perDay} options={COUNTS} onValueChange={setPerDay} />
    </FormDialog>
  );
}
