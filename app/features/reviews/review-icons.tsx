import { Award, Clock, Flag, ShieldCheck } from "lucide-react";

const ICONS = { award: Award, clock: Clock, flag: Flag, shield: ShieldCheck };

/** The drawings that cards point at: once in a page, not once in every card. Stands before the first card. */
export function ReviewIcons() {
  return (
    <div hidden>
      {Object.entries(ICONS).map(([name, Icon]) => (
        <Icon key={name} id={`icon-${name}`} size="100%" />
      ))}
    </div>
  );
}

/** An icon beside words that say the same. */
export function ReviewIcon({ name, className }: { name: keyof typeof ICONS; className?: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
