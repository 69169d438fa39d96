import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons.tsx";

/** Shown instead of an empty list, with actions to fill it. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div class="actions">{actions}</div>}
    </div>
  );
}
