import { HeartHandshake } from "lucide-react";

export function IntroBanner() {
  return (
    <div className="flex items-start gap-4 border-l-4 border-brand bg-brand-soft p-4 sm:p-5">
      <HeartHandshake aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
      <p className="text-ink">
        You know what the listing did not say. Five minutes of yours can spare the next tenant a bad year, or show them
        a good home.
      </p>
    </div>
  );
}
