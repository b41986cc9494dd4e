const WIDTH = 64;
const HEIGHT = 28;
const GAP = 3;
/** Also nothing leaves a mark, so that the row of bars keeps its shape. */
const LEAST = 2;

/** The shape of a few numbers, for a glance beside the one that matters. The last is the present, or the first. */
export function SparkBars({ values, isAhead = false }: { values: readonly number[]; isAhead?: boolean }) {
  if (values.every((value) => value === 0)) return null;
  const most = Math.max(1, ...values);
  const width = (WIDTH - GAP * (values.length - 1)) / values.length;
  const marked = isAhead ? 0 : values.length - 1;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className="mb-0.5 shrink-0 max-sm:hidden"
    >
      {values.map((value, index) => {
        const height = Math.max(LEAST, (value / most) * HEIGHT);
        return (
          <rect
            key={index}
            x={index * (width + GAP)}
            y={HEIGHT - height}
            width={width}
            height={height}
            rx={1.5}
            className={index === marked ? 'fill-accent' : 'fill-line-strong/45'}
          />
        );
      })}
    </svg>
  );
}
