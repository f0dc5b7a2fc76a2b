import { HeartHandshake } from "lucide-react";

export function IntroBanner({ isKeptInBrowser }: { isKeptInBrowser: boolean }) {
  return (
    <div className="flex items-start gap-4 border-l-4 border-brand bg-brand-soft p-4 sm:p-5">
      <HeartHandshake aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
      <p className="text-ink">
        You know what the listing did not say. Five minutes of your time can spare the next tenant a bad year, or help
        them find a good home.
        {isKeptInBrowser && (
          <strong className="mt-2 block">
            This site runs without a database: what you publish here is kept in this browser only, where no one else can
            read it.
          </strong>
        )}
      </p>
    </div>
  );
}
