const paths = {
  home: "M4 11.5 12 5l8 6.500V20h-5.500v-5h-5v5H4z",
  search: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM15.500 15.500 20 20",
  listings: "M4 6h16M4 12h16M4 18h16",
  market: "M5 20v-7M12 20V5M19 20v-10",
  keys: "M7.500 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM11 12h9v3.500M16 12v3",
  changes: "M3 12h4l3-7 4 14 3-7h4",
  import: "M12 4v11M7.500 10.500 12 15l4.500-4.500M5 20h14",
  settings: "M4 7h9M17 7h3M15 4.500v5M4 17h3M11 17h9M9 14.500v5",
  docs: "M6 4h9l4 4v12H6zM9 12h7M9 16h7",
  out: "M10 5H5v14h5M14 8l4 4-4 4M18 12H9",
  agents: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.500 20c.8-4 4-6 7.500-6s6.700 2 7.500 6",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  check: "M5 12.500 10 17.500 19 7",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400",
  map: "M9 5 4 7v12l5-2 6 2 5-2V5l-5 2zM9 5v12M15 7v12",
  house: "M4 11.500 12 5l8 6.500M6 10v9h12v-9",
} as const;
export type IconName = keyof typeof paths;

/** A decorative icon next to a text with the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.75"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
