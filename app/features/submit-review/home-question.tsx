import type { RefObject } from "react";
import { homeText } from "./form-home";
import type { NamedHome } from "~/domain/similar-home";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";

interface HomeQuestionProps {
  ref: RefObject<HTMLDivElement | null>;
  home: NamedHome | null;
  onAnswer: (isThisOne: boolean) => void;
}

/** Asks beside the fields of the home, and is read out when it comes; nothing waits for the answer but the review. */
export function HomeQuestion({ ref, home, onAnswer }: HomeQuestionProps) {
  function answer(isThisOne: boolean) {
    onAnswer(isThisOne);
    // The buttons go, and the focus would go with them.
    ref.current?.focus();
  }

  return (
    <div ref={ref} tabIndex={-1} aria-live="polite" className="outline-none empty:-mt-5">
      {home && (
        <Notice
          action={
            <>
              <Button type="button" size="sm" onClick={() => answer(true)}>
                Yes, use it
              </Button>
              <Button type="button" variant="secondary" size="sm" onClick={() => answer(false)}>
                No, it is another home
              </Button>
            </>
          }
        >
          <strong>Is it this one?</strong> <bdi>{homeText(home)}</bdi> has reviews already.
        </Notice>
      )}
    </div>
  );
}
