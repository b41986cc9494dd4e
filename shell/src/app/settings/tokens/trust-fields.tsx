import { TRUSTED_KINDS, type TokenTrust } from '@pagecast/api/contract';
import { Checkbox, Field, NativeSelect, TextInput } from '../../../kit/index.ts';
import { hourOf, TRUSTED } from './token-words.ts';

export const NO_LIMITS: TokenTrust = { kinds: null, postsPerDay: null, hours: null };
const WORKING_HOURS = { from: 9, to: 18 };
const MOST_A_DAY = 1000;
const HOURS = Array.from({ length: 25 }, (_, hour) => hour);

interface Props {
  trust: TokenTrust;
  onChange: (trust: TokenTrust) => void;
}

/** What goes out without anybody's approval; the rest waits for it. */
export function TrustFields({ trust, onChange }: Props) {
  const { kinds, postsPerDay, hours } = trust;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium text-ink">Without approval, it may post</legend>
      <div className="flex flex-col gap-1.5">
        {TRUSTED_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={TRUSTED[kind]}
            checked={kinds === null || kinds.includes(kind)}
            onCheckedChange={(isOn) => {
              const chosen = TRUSTED_KINDS.filter((one) =>
                one === kind ? isOn : (kinds ?? TRUSTED_KINDS).includes(one),
              );
              onChange({ ...trust, kinds: chosen.length === TRUSTED_KINDS.length ? null : chosen });
            }}
          />
        ))}
      </div>
      <Field label="Posts a day on each page" hint="Leave empty for no limit">
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_A_DAY}
          step={1}
          defaultValue={postsPerDay ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...trust, postsPerDay: value === '' ? null : Number(value) })
          }
        />
      </Field>
      <Field label="Time of day" hint="In the time zone of the page">
        <NativeSelect
          value={hours === null ? 'any' : 'some'}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...trust, hours: value === 'any' ? null : WORKING_HOURS })
          }
        >
          <option value="any">Any time</option>
          <option value="some">Only at these times</option>
        </NativeSelect>
      </Field>
      {hours !== null && <HoursFields hours={hours} onChange={(changed) => onChange({ ...trust, hours: changed })} />}
    </fieldset>
  );
}

type Hours = NonNullable<TokenTrust['hours']>;

function HoursFields({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const choices: readonly [keyof Hours, string, readonly number[]][] = [
    ['from', 'From', HOURS.slice(0, -1)],
    ['to', 'Until', HOURS.slice(1)],
  ];
  return (
    <div className="grid grid-cols-2 gap-3">
      {choices.map(([end, label, some]) => (
        <Field
          key={end}
          label={label}
          error={end === 'to' && hours.from === hours.to ? 'Choose an hour other than the start.' : null}
        >
          <NativeSelect
            value={hours[end]}
            onChange={({ currentTarget: { value } }) => onChange({ ...hours, [end]: Number(value) })}
          >
            {some.map((hour) => (
              <option key={hour} value={hour}>
                {hourOf(hour)}
              </option>
            ))}
          </NativeSelect>
        </Field>
      ))}
    </div>
  );
}

/** What keeps a token from being made with these limits; null: nothing. */
export function missingInLimits({ kinds, postsPerDay, hours }: TokenTrust): string | null {
  if (kinds?.length === 0) return 'Choose at least one kind of post.';
  const isCount =
    postsPerDay === null || (Number.isInteger(postsPerDay) && postsPerDay >= 1 && postsPerDay <= MOST_A_DAY);
  if (!isCount) return `Enter 1 to ${MOST_A_DAY.toLocaleString('en')} posts a day.`;
  return hours !== null && hours.from === hours.to ? 'Choose when it may post.' : null;
}

/** Limits that limit nothing are none. */
export const hasLimits = (trust: TokenTrust): boolean => Object.values(trust).some((limit) => limit !== null);
