/** A placeholder for content that is loading. Give it the size of the content. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-[breathe_1.6s_ease-in-out_infinite] rounded-md bg-surface-sunken forced-colors:border ${className}`}
    />
  );
}
