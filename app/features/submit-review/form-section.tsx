import { useId, type ReactNode } from "react";
import { Card } from "~/ui/card";

interface FormSectionProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** One of the five parts of the form. */
export function FormSection({ title, intro, children }: FormSectionProps) {
  const headingId = useId();
  return (
    <Card as="section" aria-labelledby={headingId} className="grid gap-5">
      <header className="grid gap-1">
        <h2 id={headingId} className="text-2xl">
          {title}
        </h2>
        {intro && <p className="text-sm text-ink-muted">{intro}</p>}
      </header>
      {children}
    </Card>
  );
}
