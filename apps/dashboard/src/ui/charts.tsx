import { formatCount } from "../format.ts";

export interface Bar {
  label: string;
  value: number;
  href?: string;
}

/** Bars from left to right, each with its number: readable as a list without seeing it. */
export function BarList({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ label: name, value, href }) => (
        <li key={name}>
          <span class="bar-label" title={name}>
            {href === undefined ? name : <a href={href}>{name}</a>}
          </span>
          <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-rest" width="100" height="8" />
            <rect class="bar-value" width={(value / most) * 100} height="8" />
          </svg>
          <span class="bar-number">{formatCount(value)}</span>
        </li>
      ))}
    </ul>
  );
}

const height = 120;

/** A column for each day. */
export function Columns({ columns, label }: { columns: readonly Bar[]; label: string }) {
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const width = 100 / Math.max(1, columns.length);
  const total = columns.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure class="columns">
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${formatCount(total)} in all, at most ${formatCount(most)} a day`}
      >
        {columns.map(({ label: name, value }, index) => {
          const size = value === 0 ? 1 : Math.max(3, (value / most) * height);
          return (
            <rect
              key={name}
              class={value === 0 ? "column-none" : "column"}
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
