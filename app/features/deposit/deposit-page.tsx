import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { change, useCompanion } from "./companion-state";
import { DevicePart } from "./device-part";
import { HandoverPart } from "./handover-part";
import { LetterPart } from "./letter-part";
import { NextSteps } from "./next-steps";
import { usePrint } from "./printing";
import { keepPageOffline } from "~/data/offline";
import { keepReviewStart } from "~/data/deposit-store";
import { CITIES } from "~/domain/cities";
import { HOME_KINDS, type HomeKind, type SheetName, SHEETS } from "~/domain/deposit-companion";
import { loadLetterWords } from "~/domain/deposit-letter";
import { LETTER_LANGUAGES, type LetterLanguage } from "~/domain/letters/words";
import { reviewStart } from "~/domain/deposit-review";
import { countChecked } from "~/domain/handover";
import { ButtonLink } from "~/ui/button";
import { ChipGroupField } from "~/ui/chip-group-field";
import { Page } from "~/ui/page";
import { optionsOf } from "~/ui/radio-group-field";
import { SelectField } from "~/ui/select-field";
import { WithoutScripts } from "~/ui/without-scripts";

/** In ms after the page has loaded: nothing that the visitor waits for is delayed. */
const OFFLINE_COPY_DELAY = 2000;

const SHEET_TEXTS = {
  in: "Check each line, with notes and photos.",
  out: "The same list, beside what you noted before.",
} satisfies Record<SheetName, string>;

/** The deposit companion. Everything stays on the device. (spec 12) */
export function DepositPage({ hasAccounts }: { hasAccounts: boolean }) {
  const { companion, photos, isRead, isKept, today } = useCompanion();
  const { kind, city, sheets } = companion;
  const [paper, print] = usePrint();
  useOfflineCopy();
  const progress = (sheet: SheetName) => {
    const { checked, all } = countChecked(kind, sheets[sheet]);
    return `${checked} of ${all} checked`;
  };
  return (
    <Page
      title="Get your deposit back"
      intro="What you write and photograph here stays on this device. A guide, not legal advice."
      width="prose"
    >
      <WithoutScripts what="The lists and letters need">
        {/* Disabled until the device is read, so that nothing typed before it is lost. */}
        <fieldset disabled={!isRead} className="grid min-w-0 gap-4 pb-6">
          <ChipGroupField
            label="What did you rent?"
            name="kind"
            options={optionsOf(HOME_KINDS)}
            value={kind}
            onValueChange={(chosen) => chosen && change({ kind: chosen as HomeKind })}
          />
          <SelectField
            label="City"
            name="city"
            placeholder="Choose a city"
            options={CITIES.map((each) => ({ value: each, label: each }))}
            value={city}
            onChange={(event) => change({ city: event.target.value })}
          />
        </fieldset>
        {(Object.keys(SHEETS) as SheetName[]).map((sheet) => (
          <Part
            isLazy
            key={sheet}
            id={`moving-${sheet}`}
            title={SHEETS[sheet]}
            note={progress(sheet)}
            text={SHEET_TEXTS[sheet]}
          >
            {isRead && <HandoverPart {...{ sheet, companion, photos, today, print }} />}
          </Part>
        ))}
        <Part isLazy id="letter" title="A letter to the owner" text="In English, and a second language if you like.">
          {isRead && <LetterPart {...{ companion, today, print }} />}
        </Part>
      </WithoutScripts>
      <Part id="next-steps" title="If that does not help" text="What to do next in your city, with sources.">
        <NextSteps kind={kind} city={city} />
      </Part>
      <div className="mt-10 grid gap-10 noscript:hidden">
        <section aria-labelledby="tell">
          <h2 id="tell" className="text-2xl">
            Tell the next tenant
          </h2>
          <p className="mt-1 mb-3">
            The review form opens with what you answered here: city, PG or not, deposit in months of rent, what came
            back, what most of the rest was kept for, and the month in which you moved in. No name, address, note or
            photo. You can change all of it before you publish.
            {hasAccounts &&
              " If you are still waiting for the deposit, we can email you in 60 days to ask whether it came back."}
          </p>
          <ButtonLink to="/submit-review" onClick={() => keepReviewStart(reviewStart(companion, today), new Date())}>
            Write a review
          </ButtonLink>
        </section>
        <section aria-labelledby="device">
          <h2 id="device" className="mb-3 text-2xl">
            On this device
          </h2>
          <fieldset disabled={!isRead} className="min-w-0">
            <DevicePart {...{ companion, photos, isKept }} />
          </fieldset>
        </section>
      </div>
      {paper}
    </Page>
  );
}

interface PartProps {
  id: string;
  title: string;
  /** How far the tenant is. */
  note?: string;
  text: string;
  /** Whether the content exists only once the part was opened: a list has 200 controls. */
  isLazy?: boolean;
  children: ReactNode;
}

/** A part of the page, which opens by itself if the URL names it. */
function Part({ id, title, note, text, isLazy = false, children }: PartProps) {
  const { hash } = useLocation();
  const part = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setOpened] = useState(!isLazy);
  useEffect(() => {
    if (!part.current || hash !== `#${id}`) return;
    part.current.open = true;
    part.current.scrollIntoView();
  }, [hash, id]);

  function follow(): void {
    if (!part.current) return;
    // Phones that are short of memory reload the page after the camera. The part opens again.
    if (part.current.open) history.replaceState(history.state, "", `#${id}`);
    // A long part that closes would leave the reader somewhere below it.
    else part.current.scrollIntoView({ block: "nearest" });
  }

  return (
    <details
      id={id}
      ref={part}
      className="part group border-t border-line-strong"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      {/* Not onToggle: some browsers open every part to print it. The part changes after the click. */}
      <summary
        className="grid list-none items-center gap-x-3 bg-paper py-3 [&::-webkit-details-marker]:hidden"
        onClick={() => requestAnimationFrame(follow)}
      >
        <h2 className="text-xl">{title}</h2>
        <span className="flex flex-wrap items-center justify-end gap-x-3 text-sm text-ink-muted tabular-nums">
          {note}
          <span className="icon icon-chevron text-brand before:size-5 group-open:rotate-180" />
        </span>
        <span className="part-text col-span-full text-sm text-ink-muted">{text}</span>
      </summary>
      {wasOpened && children}
    </details>
  );
}

/** Stores the page and all of its code on the device once nothing else loads. */
function useOfflineCopy() {
  useEffect(() => {
    if (!import.meta.env.PROD) return undefined;
    const keep = () => void keepPageOffline(loadRest);
    const timer = setTimeout(keep, OFFLINE_COPY_DELAY);
    addEventListener("online", keep);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", keep);
    };
  }, []);
}

async function loadRest(): Promise<void> {
  const languages = Object.keys(LETTER_LANGUAGES) as LetterLanguage[];
  await Promise.all([import("~/data/deposit-file"), import("~/ui/dialog"), ...languages.map(loadLetterWords)]);
}
