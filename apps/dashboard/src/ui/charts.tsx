import { formatCount } from "../format.ts";

export interface Bar {
  label: string;
  value: number;
  href?: string;
}

/** A horizontal bar chart with a label and a number per bar. It is a list for screen readers. */
export function BarList({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul class="bar-list" aria-label={label}>
      {bars.map(({ label: name, value, href }) => (
        <li key={name}>
          <span class="bar-label" title={name}>
            {href === undefined ? name : <a href={href}>{name}</a>}
          </span>
          <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-track" width="100" height="8" />
            <rect class="bar-value" width={(value / max) * 100} height="8" />
          </svg>
          <span class="bar-number">{formatCount(value)}</span>
        </li>
      ))}
    </ul>
  );
}

const height = 120;

/** A column chart with one column per day. */
export function ColumnChart({ columns, label }: { columns: readonly Bar[]; label: string }) {
  const max = Math.max(1, ...columns.map(({ value }) => value));
  const width = 100 / Math.max(1, columns.length);
  const total = columns.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure class="column-chart">
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${formatCount(total)} in total, at most ${formatCount(max)} per day`}
      >
        {columns.map(({ label: name, value }, index) => {
          const size = value === 0 ? 1 : Math.max(3, (value / max) * height);
          return (
            <rect
              key={name}
              class={value === 0 ? "column-empty" : "column"}
              x={index * width + width * 0.12}
              y={height - size}
              width={width * 0.76}
              height={size}
            >
              <title>{`${name}: ${formatCount(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        <span>{columns[0]?.label}</span>
        <span>{columns.at(-1)?.label}</span>
      </figcaption>
    </figure>
  );
}
