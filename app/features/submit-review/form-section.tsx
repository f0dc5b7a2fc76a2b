import { useId, type ReactNode, type Ref } from "react";
import { Card } from "~/ui/card";

interface FormSectionProps {
  title: string;
  intro?: ReactNode;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One of the five parts of the form. */
export function FormSection({ title, intro, headingRef, children }: FormSectionProps) {
  const headingId = useId();
  return (
    <Card as="section" aria-labelledby={headingId} className="grid gap-5">
      <header className="grid gap-1">
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h2>
        {intro && <p className="text-sm text-ink-muted">{intro}</p>}
      </header>
      {children}
    </Card>
  );
}
